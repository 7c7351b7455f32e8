import { render } from "preact";
import { useEffect } from "preact/hooks";
import "./styles/base.css";
import "./styles/widgets.css";
import "./styles/board.css";
import "./styles/tree.css";
import "./styles/play.css";
import "./styles/seats.css";
import "./styles/analyse.css";
import "./styles/explore.css";
import "./styles/learn.css";
import "./styles/home.css";
import "./styles/course.css";
import { hello, start } from "./app";
import { t, useTexts } from "./i18n";
import { AnalysePage } from "./pages/analyse";
import { ClassPage } from "./pages/class";
import { ComparePage } from "./pages/compare";
import { CoursePage } from "./pages/course";
import { ExercisesPage } from "./pages/exercises";
import { ExplorePage } from "./pages/explore";
import { HomePage } from "./pages/home";
import { MapsPage } from "./pages/maps";
import { MatrixPage } from "./pages/matrix";
import { MissingPage } from "./pages/missing";
import { PlayOrSeatsPage } from "./pages/seats";
import { TreesPage } from "./pages/trees";
import type { Hello } from "./protocol";
import { go, listenToUrl, type Params, route } from "./route";
import { applySettings, lang } from "./settings";
import { useStore } from "./store";
import { Shell } from "./ui/shell";

const CONTENT = {
  home: HomePage,
  course: CoursePage,
  class: ClassPage,
  play: PlayOrSeatsPage,
  explore: ExplorePage,
  analyse: AnalysePage,
  trees: TreesPage,
  exercises: ExercisesPage,
  compare: ComparePage,
  maps: MapsPage,
  matrix: MatrixPage,
} as const;

function App() {
  const greeting = useStore(hello);
  const { page, params } = useStore(route);
  const language = useStore(lang);
  useTexts();
  useEffect(() => {
    document.title = greeting && isPage(page) ? `${t(`web.page.${page}`)} · Adversario` : "Adversario";
  }, [page, language, greeting]);
  useEffect(() => {
    // Whoever serves a game of their own wants to see it.
    if (greeting?.games[0]?.family === "own" && !location.hash) go("play");
  }, [greeting]);
  if (!greeting) return null;
  const missing = missingIn(greeting, page, params);
  const Content = CONTENT[isPage(page) ? page : "home"];
  return <Shell>{missing ? <MissingPage words={missing} /> : <Content key={page} />}</Shell>;
}

function isPage(page: string): page is keyof typeof CONTENT {
  return Object.hasOwn(CONTENT, page);
}

/** What a link names that is not here, in words; null if all of it is. */
function missingIn(greeting: Hello, page: string, params: Params): string | null {
  if (!isPage(page)) return t("web.missing.page", { page });
  const { game } = params;
  const offered = page === "play" ? [...greeting.games, ...greeting.hidden] : greeting.games;
  if (game === undefined || offered.some(({ name }) => name === game)) return null;
  return t("web.missing.game", { game });
}

applySettings();
listenToUrl();
start();
const root = document.getElementById("app");
if (root) render(<App />, root);
