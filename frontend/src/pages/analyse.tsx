/** Analyse: what every move is worth, how far the search has looked, and where the game turned. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import {
  announce,
  asError,
  connection,
  gameOf,
  placeOf,
  titleOf,
  useAnswer,
  useHello,
} from "../app";
import type { Score } from "../board/board";
import { Position } from "../board/position";
import { actionWord, t } from "../i18n";
import type { Analysis, PlacePayload, ScoredPayload, ViewPayload } from "../protocol";
import { change, joinNames, route, toHash } from "../route";
import { lang } from "../settings";
import { Cancelled, type RequestError } from "../socket";
import { useStore } from "../store";
import { GamePicker } from "../ui/game_picker";
import { Share } from "../ui/share";
import { Button, Figures, Heading, Panel, Problem, Select, Toggle, Waiting } from "../ui/widgets";
import { percent, seconds, short, show, toNumber } from "../values";
import { Course, marksOf, useReview } from "./review";
import { Moves } from "./play";

const FIRST_TIME = 5;
const LINES = 3;

export function AnalysePage() {
  const { params } = useStore(route);
  const greeting = useHello();
  const game = gameOf(greeting, params.game);
  const whole = placeOf(params, game.name);
  const moves = whole.moves ?? [];
  const ply = Math.min(Number(params.ply ?? moves.length), moves.length);
  const here: PlacePayload = { ...whole, moves: moves.slice(0, ply) };
  const { value: view, error } = useAnswer("view", here);
  const algorithm = game.fits.includes(params.algorithm ?? "") ? (params.algorithm ?? null) : null;
  const thought = useAnalysis(view && !view.terminal && view.player >= 0 ? here : null, algorithm);
  const review = useReview(whole);
  const asked = params.review === "1" && view !== null;
  useEffect(() => {
    if (!asked) return;
    change({ review: null });
    review.begin();
  }, [asked]);
  const [scored, setScored] = useState(true);
  const [bounds, setBounds] = useState(false);
  const scores = useMemo(
    () => (scored && view ? scoresOf(thought.analysis, view, bounds) : undefined),
    [scored, bounds, thought.analysis, view],
  );
  const bounded = thought.analysis?.moves.some(({ bound }) => bound !== "exact") ?? false;
  const go = (to: number) => change({ ply: to === moves.length ? null : String(to) });
  const act = (action: string) =>
    change({ moves: joinNames([...moves.slice(0, ply), action]), ply: null });
  const next = view && view.player < 0 ? view.chances : [];

  return (
    <>
      <Heading title={t("web.page.analyse")} lead={t("web.analyse.lead")} />
      <div class="page-play">
        <section class="stage" aria-label={game.title}>
          <Problem error={error ?? thought.error} />
          {view && (
            <>
              <Bar analysis={thought.analysis} view={view} />
              <Position
                view={view}
                label={t("web.play.board", { game: game.title })}
                turned={params.flip === "1"}
                onAct={view.terminal ? undefined : act}
                {...(scores ? { scores } : {})}
              />
              {next.length > 0 && (
                <div class="row row-centre" role="group" aria-label={t("web.play.outcomes")}>
                  {next.map(({ name, probability }) => (
                    <Button key={name} onClick={() => act(name)}>
                      {actionWord(name)} <small class="soft">{percent(probability)}</small>
                    </Button>
                  ))}
                </div>
              )}
              <div class="row row-centre">
                <Button
                  icon="first"
                  label={t("web.analyse.start")}
                  disabled={ply === 0}
                  onClick={() => go(0)}
                />
                <Button
                  icon="previous"
                  label={t("web.analyse.back")}
                  disabled={ply === 0}
                  onClick={() => go(ply - 1)}
                />
                <Button
                  icon="next"
                  label={t("web.analyse.on")}
                  disabled={ply >= moves.length}
                  onClick={() => go(ply + 1)}
                />
                <Button
                  icon="last"
                  label={t("web.analyse.end")}
                  disabled={ply >= moves.length}
                  onClick={() => go(moves.length)}
                />
                <Toggle label={t("web.analyse.scores")} checked={scored} onChange={setScored} />
                {bounded && scored && (
                  <Toggle label={t("web.analyse.bounds")} checked={bounds} onChange={setBounds} />
                )}
              </div>
              {scored && <Legend analysis={thought.analysis} bounds={bounds && bounded} />}
            </>
          )}
          <Course review={review} moves={moves} ply={ply} names={view?.players ?? []} onGo={go} />
        </section>
        <aside class="stack">
          <Panel title={t("web.play.setup")}>
            <GamePicker game={game} params={params} />
            <Select
              label={t("web.algorithm")}
              value={algorithm ?? ""}
              choices={[
                { value: "", label: t("web.analyse.usual") },
                ...game.fits.map((name) => ({ value: name, label: titleOf(greeting, name) })),
              ]}
              onChange={(name) => change({ algorithm: name })}
            />
          </Panel>
          <Panel title={t("web.analyse.search")}>
            <Thinking analysis={thought.analysis} running={thought.running} />
            <div class="row">
              {thought.running ? (
                <Button icon="stop" kind="primary" onClick={thought.stop}>
                  {t("web.stop")}
                </Button>
              ) : (
                <Button
                  icon="search"
                  kind="primary"
                  disabled={!view || view.terminal || view.player < 0 || !!thought.analysis?.proven}
                  onClick={thought.deeper}
                >
                  {t("web.analyse.deeper")}
                </Button>
              )}
              <a
                class="button button-plain"
                href={toHash("explore", {
                  game: game.name,
                  options: params.options,
                  position: params.position,
                  moves: joinNames(here.moves ?? []),
                  from: "start",
                })}
              >
                {t("web.analyse.explore")}
              </a>
            </div>
          </Panel>
          <Panel title={t("web.analyse.lines")}>
            <Lines analysis={thought.analysis} moves={here.moves ?? []} />
          </Panel>
          <Panel title={t("web.play.moves")}>
            <Moves moves={moves} ply={ply} onGo={go} marks={marksOf(review.values, moves.length)} />
            <div class="row">
              <Share />
              <a
                class="button button-plain"
                href={toHash("play", { ...params, ply: null, moves: joinNames(here.moves ?? []) })}
              >
                {t("web.analyse.play")}
              </a>
            </div>
          </Panel>
        </aside>
      </div>
    </>
  );
}

interface Thought {
  readonly analysis: Analysis | null;
  readonly running: boolean;
  readonly error: RequestError | null;
  stop(): void;
  deeper(): void;
}

/** A search of the position that starts by itself, and goes on for longer when asked to. */
function useAnalysis(place: PlacePayload | null, algorithm: string | null): Thought {
  const { limits } = useHello();
  const language = useStore(lang);
  const [analysis, setAnalysis] = useState<Analysis | null>(null);
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<RequestError | null>(null);
  const [time, setTime] = useState(FIRST_TIME);
  const stop = useRef<() => void>(() => undefined);
  const key = JSON.stringify([place, algorithm]);
  const before = useRef(key);
  useEffect(() => {
    if (before.current !== key) {
      before.current = key;
      setAnalysis(null);
      if (time !== FIRST_TIME) {
        setTime(FIRST_TIME);
        return;
      }
    }
    setError(null);
    setRunning(false);
    if (!place) return;
    setRunning(true);
    const request = { ...place, time, lines: LINES, ...(algorithm ? { algorithm } : {}) };
    const search = connection.run("analyse", request, setAnalysis);
    stop.current = search.stop;
    search.answer.then(
      (found) => {
        setAnalysis(found);
        setRunning(false);
        announce(t("web.analyse.found", { value: show(found.text), move: actionWord(found.action ?? "–") }));
      },
      (failure: unknown) => {
        if (failure instanceof Cancelled) return;
        setRunning(false);
        if (asError(failure).code !== "stopped") setError(asError(failure));
      },
    );
    return search.drop;
  }, [key, time, language]);
  const deeper = () =>
    setTime((now) => Math.min(limits.seconds, now * 4 + (now >= limits.seconds ? 0 : 1)));
  return { analysis, running, error, stop: () => stop.current(), deeper };
}

/** Two decimals are all that a cell has room for. */
function brief(text: string): string {
  return show(text.replace(/\d+\.\d+/g, (long) => String(Number(Number(long).toFixed(2)))));
}

const SIGNS = { win: "✓", draw: "=", loss: "✗" } as const;
const TONES = { win: "good", draw: "plain", loss: "bad" } as const;

/** How a move ends the game, as a sign with the plies until then, and in words. */
function endingOf(move: ScoredPayload, isBest: boolean): Score | null {
  if (!move.ending) return null;
  const plies = move.ending === "draw" || move.plies === null ? "" : ` ${move.plies}`;
  const words =
    move.plies === null
      ? t(`outcome.${move.ending}`)
      : t(move.ending === "draw" ? "outcome.draw" : `outcome.${move.ending}_in`, {
          plies: move.plies,
        });
  return {
    text: SIGNS[move.ending] + plies,
    tone: TONES[move.ending],
    best: isBest,
    words: `${words} (${show(move.text)})`,
  };
}

/** A score for each move; the best ones stand out. Bounds are shown only on demand. */
function scoresOf(
  analysis: Analysis | null,
  view: ViewPayload,
  bounds: boolean,
): Map<string, Score> {
  const scores = new Map<string, Score>();
  if (!analysis) return scores;
  const side = view.player === 0 ? 1 : -1;
  const worth = (number: number | null) => (number ?? 0) * side;
  const exact = analysis.moves.filter(({ bound }) => bound === "exact");
  const best = Math.max(
    ...(exact.length ? exact : analysis.moves).map(({ number }) => worth(number)),
  );
  for (const move of analysis.moves) {
    const { action, number, text, bound } = move;
    const isBest = action === analysis.action || (worth(number) >= best && bound === "exact");
    const ending = endingOf(move, isBest);
    if (!ending && bound !== "exact" && !isBest && !bounds) continue;
    const tone = isBest ? "best" : worth(number) < 0 && best >= 0 ? "bad" : "plain";
    scores.set(action, ending ?? { text: brief(text), tone });
  }
  return scores;
}

/** What the signs on the board mean. */
function Legend({ analysis, bounds }: { analysis: Analysis | null; bounds: boolean }) {
  if (!analysis) return null;
  const known = analysis.moves.some(({ ending }) => ending);
  if (!known && !bounds) return null;
  return <p class="soft legend">{t(known ? "web.analyse.legend" : "web.analyse.bounds_mean")}</p>;
}

function verdictOf(analysis: Analysis, view: ViewPayload): string {
  if (analysis.words) return analysis.words;
  if (analysis.winner !== null && analysis.win_in !== null)
    return t("web.analyse.win_in", {
      player: view.players[analysis.winner] ?? "",
      plies: analysis.win_in,
    });
  return valueWords(analysis, view);
}

/** Who is ahead, always from the first player's side: theirs is the left. */
function Bar({ analysis, view }: { analysis: Analysis | null; view: ViewPayload }) {
  const fill = useRef<HTMLDivElement>(null);
  const share = view.terminal ? finalShare(view) : (analysis?.share ?? 0.5);
  useEffect(() => fill.current?.style.setProperty("--share", String(share)), [share]);
  const words = view.terminal ? view.outcome : analysis ? verdictOf(analysis, view) : null;
  if (view.players.length !== 2) return words ? <p class="bar-words">{words}</p> : null;
  return (
    <div class="bar">
      <div
        class={`bar-track paint-${view.sides[1]?.paint ?? "blue"}`}
        role="meter"
        aria-label={t("web.analyse.bar", { player: view.players[0] ?? "" })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={words ?? t("web.waiting")}
      >
        <div class={`bar-fill paint-${view.sides[0]?.paint ?? "red"}`} ref={fill} />
        <span class={`bar-name paint-${view.sides[0]?.paint ?? "red"}`}>{view.players[0]}</span>
        <span class={`bar-name bar-name-second paint-${view.sides[1]?.paint ?? "blue"}`}>
          {view.players[1]}
        </span>
      </div>
      <p class="bar-words">{words ?? "…"}</p>
    </div>
  );
}

/** A value, exact or an estimate; of each player by name if all have one. */
function valueWords({ text, proven }: Analysis, view: ViewPayload): string {
  const each = text.replace(/^\(|\)$/g, "").split(", ");
  const named = view.players.length > 1 && each.length === view.players.length;
  const value = named
    ? each.map((one, player) => `${view.players[player] ?? ""} ${show(one)}`).join(" · ")
    : show(text);
  return t(proven ? "web.analyse.proven" : "web.analyse.estimate", { value });
}

/** Who has won a finished game for two, as the share of the first player. */
function finalShare(view: ViewPayload): number {
  const [first = 0, second = 0] = (view.utilities ?? []).map((text) => toNumber(text) ?? 0);
  return first > second ? 1 : first < second ? 0 : 0.5;
}

function Thinking({ analysis, running }: { analysis: Analysis | null; running: boolean }) {
  if (!analysis)
    return running ? (
      <Waiting text={t("web.play.thinking")} />
    ) : (
      <p class="soft">{t("web.analyse.nothing")}</p>
    );
  if (analysis.source !== "search" && analysis.source !== "simulation")
    return <p>{t(`known.${analysis.source}`)}</p>;
  return (
    <Figures
      of={[
        [t("web.depth"), analysis.depth === null ? "" : String(analysis.depth)],
        [t("web.nodes"), short(analysis.nodes)],
        [t("web.speed"), short(analysis.nps)],
        [t("web.seconds"), seconds(analysis.seconds)],
        [t("web.cutoffs"), short(analysis.cutoffs)],
        [t("web.branching"), show(analysis.branching)],
        ...(analysis.hash === null
          ? []
          : [[t("web.analyse.hash"), percent(analysis.hash)] as const]),
      ]}
    />
  );
}

function Lines({ analysis, moves }: { analysis: Analysis | null; moves: readonly string[] }) {
  if (!analysis || analysis.lines.length === 0) return <p class="soft">–</p>;
  return (
    <ol class="lines">
      {analysis.lines.map((line, at) => (
        <li key={at}>
          <strong>{show(line.text)}</strong>
          <span>
            {line.moves.map((move, to) => (
              <button
                key={to}
                type="button"
                onClick={() =>
                  change({
                    moves: joinNames([...moves, ...line.moves.slice(0, to + 1)]),
                    ply: null,
                  })
                }
              >
                {actionWord(move)}
              </button>
            ))}
          </span>
        </li>
      ))}
    </ol>
  );
}
