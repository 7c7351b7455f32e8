/** Home: what this is, a search that runs by itself, ways in, and every game at a glance. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { connection, useAnswer, useHello } from "../app";
import { HiddenThumbnail } from "../board/hidden_thumbnail";
import { Position } from "../board/position";
import { t } from "../i18n";
import type { GameInfo, ViewPayload } from "../protocol";
import { toHash } from "../route";
import { lang } from "../settings";
import { useStore } from "../store";
import { TreeCanvas } from "../tree/canvas";
import { runOf } from "../tree/explorer";
import { EXAMPLES } from "../tree/source";
import { count } from "../values";

const PACE = 1100;
const REST = 4000;

const WAYS = [
  ["play", { game: "connect4" }],
  ["explore", {}],
  ["exercises", {}],
  ["trees", {}],
  ["analyse", { game: "tictactoe", moves: "0~1" }],
] as const;

/** Who is spoken to, and the page of the manual for them. */
const READERS = [
  ["students", "web"],
  ["teachers", "exercises"],
  ["authors", "tutorial"],
  ["researchers", "algorithms"],
] as const;

export function HomePage() {
  const { games, hidden, manual } = useHello();
  return (
    <div class="home">
      <section class="hero">
        <div class="stack">
          <h1>{t("web.home.title")}</h1>
          <p class="lead">{t("web.home.lead", { games: games.length + hidden.length })}</p>
          <div class="row">
            <a class="button button-primary" href={toHash("play", { game: "connect4" })}>
              {t("web.home.start")}
            </a>
            <a class="button button-plain" href={toHash("explore", {})}>
              {t("web.home.watch")}
            </a>
          </div>
        </div>
        <Running />
      </section>
      <section aria-label={t("web.pages")} class="ways">
        {WAYS.map(([page, params]) => (
          <a key={page} class="card" href={toHash(page, params)}>
            <strong>{t(`web.page.${page}`)}</strong>
            <span>{t(`web.home.${page}`)}</span>
          </a>
        ))}
      </section>
      <Gallery games={games} hidden={hidden} />
      <section class="readers" aria-label={t("web.home.readers")}>
        {READERS.map(([who, page]) => (
          <div key={who} class="panel">
            <h2>{t(`web.home.for_${who}`)}</h2>
            <p>{withCode(t(`web.home.say_${who}`))}</p>
            {manual && (
              <p>
                <a href={manual.replace("index", page)}>{t(`web.home.read_${who}`)}</a>
              </p>
            )}
          </div>
        ))}
      </section>
    </div>
  );
}

/** What is between backquotes as code. */
function withCode(text: string) {
  return text.split("`").map((part, at) => (at % 2 ? <code key={at}>{part}</code> : part));
}

/** Alpha-beta on the lecture's tree, step after step; it holds still if motion is not wanted. */
function Running() {
  const tree = EXAMPLES[0]?.[1] ?? "";
  const { value } = useAnswer("search", { tree, algorithm: "alphabeta" });
  const run = useMemo(() => (value ? runOf(value) : null), [value]);
  const last = run?.search.events.length ?? 0;
  const still = useMemo(() => matchMedia("(prefers-reduced-motion: reduce)").matches, []);
  const [step, setStep] = useState(0);
  useEffect(() => {
    if (!run) return;
    if (still) {
      setStep(last);
      return;
    }
    const timer = setTimeout(
      () => setStep((now) => (now >= last ? 0 : now + 1)),
      step >= last ? REST : PACE,
    );
    return () => clearTimeout(timer);
  }, [run, step, last, still]);
  const state = useMemo(() => run?.replay.at(Math.min(step, last)) ?? null, [run, step, last]);
  const said = run?.search.events[step - 1]?.text;
  return (
    <figure class="running">
      {run && state && (
        <div class="running-tree" aria-hidden="true" inert>
          <TreeCanvas tree={run.tree} state={state} label={t("web.home.watch")} height="short" room={run.room} />
        </div>
      )}
      <figcaption class="soft">{said ?? t("web.home.running")}</figcaption>
    </figure>
  );
}

/** Games that begin with an empty board are shown after some moves. */
const PLIES: Readonly<Record<string, number>> = {
  connect4: 12, gomoku: 12, go: 24, hex: 16, minesweeper: 6, mnk: 4, morris: 4, pig: 7, territory: 12,
  tetris: 16, tictactoe: 4, twenty48: 40, wide2048: 60,
};

const ORDER = ["own", "lines", "boards", "heaps", "dice", "cards", "simultaneous", "alone", "pacman", "many"] as const;

/** All games by family, the visitor's own first. */
function Gallery({ games: open, hidden }: Record<"games" | "hidden", readonly GameInfo[]>) {
  const views = useViews(open);
  const games = [...open, ...hidden];
  const rank = (family: string) => (ORDER as readonly string[]).indexOf(family);
  const families = [...new Set(games.map(({ family }) => family))].sort(
    (one, other) => rank(one) - rank(other),
  );
  return (
    <section class="gallery" aria-label={t("web.home.games")}>
      <h2>{t("web.home.games")}</h2>
      {families.map((family) => (
        <div key={family}>
          <h3>{t(`web.family.${family}`)}</h3>
          <ul>
            {games
              .filter((game) => game.family === family)
              .map((game) => (
                <li key={game.name}>
                  <a class="card" href={toHash("play", { game: game.name })}>
                    <span class="thumb" aria-hidden="true" inert>
                      {hidden.includes(game) ? (
                        <HiddenThumbnail family={game.family} />
                      ) : (
                        <Thumbnail view={views.get(game.name)} />
                      )}
                    </span>
                    <strong>{game.title}</strong>
                    <span class="game-about">{game.description}</span>
                    <small class="soft">
                      {t("web.home.players", { players: count(game.players) })}
                      {game.chance ? ` · ${t("web.home.chance")}` : ""}
                    </small>
                  </a>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function Thumbnail({ view }: { view: ViewPayload | undefined }) {
  if (!view) return null;
  return <Position view={{ ...view, actions: [] }} label={view.game} />;
}

const seen = new Map<string, ViewPayload>();

/** The start of every game, asked for one after the other, so that the page never waits. */
function useViews(games: readonly GameInfo[]): ReadonlyMap<string, ViewPayload> {
  const language = useStore(lang);
  const [, update] = useState(0);
  useEffect(() => {
    let here = true;
    void (async () => {
      for (const { name } of games) {
        if (!here) return;
        if (seen.has(name)) continue;
        try {
          seen.set(name, await connection.ask("view", { game: name, plies: PLIES[name] ?? 0 }));
          if (here) update((times) => times + 1);
        } catch {
          // A game without a picture is still in the list.
        }
      }
    })();
    return () => {
      here = false;
    };
  }, [games, language]);
  return seen;
}
