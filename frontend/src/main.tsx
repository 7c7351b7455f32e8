import { render } from "preact";
import { useEffect } from "preact/hooks";
import "./styles/base.css";
import "./styles/widgets.css";
import "./styles/board.css";
import "./styles/tree.css";
import "./styles/play.css";
import "./styles/analyse.css";
import "./styles/explore.css";
import "./styles/learn.css";
import { hello, start } from "./app";
import { t, useTexts } from "./i18n";
import { AnalysePage } from "./pages/analyse";
import { ComparePage } from "./pages/compare";
import { ExercisesPage } from "./pages/exercises";
import { ExplorePage } from "./pages/explore";
import { MapsPage } from "./pages/maps";
import { PlayPage } from "./pages/play";
import { TreesPage } from "./pages/trees";
import { listenToUrl, route } from "./route";
import { applySettings, lang } from "./settings";
import { useStore } from "./store";
import { Shell } from "./ui/shell";

const CONTENT = {
  play: PlayPage,
  explore: ExplorePage,
  analyse: AnalysePage,
  trees: TreesPage,
  exercises: ExercisesPage,
  compare: ComparePage,
  maps: MapsPage,
} as const;

function App() {
  const greeting = useStore(hello);
  const { page } = useStore(route);
  const language = useStore(lang);
  useTexts();
  useEffect(() => {
    document.title = greeting ? `${t(`web.page.${page}`)} · Adversario` : "Adversario";
  }, [page, language, greeting]);
  if (!greeting) return null;
  const Content = CONTENT[page as keyof typeof CONTENT];
  return (
    <Shell>
      <Content key={page} />
    </Shell>
  );
}

applySettings();
listenToUrl();
start();
const root = document.getElementById("app");
if (root) render(<App />, root);
