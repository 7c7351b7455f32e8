/** Play: any game, every seat taken by a person or by a search. */
import { useEffect, useRef, useState } from "preact/hooks";
import { announce, asError, connection, gameOf, placeOf, useAnswer, useHello } from "../app";
import { type Clock, Clocks, CONTROLS, controlOf, controlWords, useClock } from "../board/clock";
import { canTurn } from "../board/orient";
import { Outcomes, Points, Position, Token } from "../board/position";
import { HUMAN, onlyPerson, type Seated, statusWords } from "../board/words";
import { actionWord, t } from "../i18n";
import type { Analysis, Hello, ViewPayload } from "../protocol";
import { change, joinNames, type Params, route, splitNames, toHash } from "../route";
import { Cancelled, RequestError } from "../socket";
import { useStore } from "../store";
import { FRESH, GamePicker } from "../ui/game_picker";
import { Share } from "../ui/share";
import { Button, Heading, Panel, Problem, Select, TextField, Toggle, Waiting } from "../ui/widgets";
import { count, seconds, show } from "../values";

const TIMES = ["0.2", "1", "3", "10"];
const CHANCE_PAUSE = 150;
const SHORT_PAUSE = 60; // where chance moves after every move, as in 2048, it must not be waited for
const ENGINE_PAUSE = 350;

export function PlayPage() {
  const { params } = useStore(route);
  const greeting = useHello();
  const game = gameOf(greeting, params.game);
  const place = placeOf(params, game.name);
  const { value, error, loading } = useAnswer("view", place);
  const view = value && value.game && sameMoves(value, place.moves ?? []) ? value : null;
  const seats = seatsOf(params, greeting, view?.players.length ?? game.players);
  const automatic = seats.every((seat) => seat !== HUMAN);
  const [running, setRunning] = useState(!automatic);
  const [byHand, setByHand] = useState(false);
  const [hint, setHint] = useState<{ action: string; words: string } | null>(null);
  const undoing = useRef(false);
  const settled = view !== null && !loading;
  const seat = view && view.player >= 0 ? (seats[view.player] ?? HUMAN) : null;
  const lost = lossOf(params);
  const clock = useClock(settled ? view : null, controlOf(params.clock), lost !== null);
  const turn = useTurn({
    view: settled && lost === null ? view : null,
    seat, running, byHand, undoing, params, clock,
  });
  const flagged = settled && lost === null && !view.terminal ? (clock?.flagged ?? null) : null;
  useEffect(() => {
    if (flagged !== null) change({ lost: `time.${flagged}` });
  }, [flagged]);

  useEffect(() => setHint(null), [params.moves, params.game, params.options]);
  useEffect(() => setRunning(!automatic), [automatic]);
  const titles = new Map(greeting.opponents.map(({ name, title }) => [name, title]));
  const seated: Seated = { seats, titleOf: (name) => titles.get(name) ?? t("web.play.human") };
  useAnnouncements(settled ? view : null, seated);
  const me = onlyPerson(seats);
  const board = (view ?? value)?.board ?? null;
  const other = board !== null && board.bottom !== null && me !== null && me !== board.bottom;
  const turned = other !== (params.flip === "1");

  const mine = settled && seat === HUMAN && !view.terminal && lost === null;
  // A person's move is a step of the browser's history, so that Back takes it back.
  const act = (action: string) =>
    change({ moves: joinNames([...(place.moves ?? []), action]) }, { keep: true });
  const undo = () => {
    undoing.current = true;
    turn.stop();
    change({ moves: joinNames((place.moves ?? []).slice(0, -1)) || null, lost: null });
  };
  const help = () => {
    if (!view) return;
    connection
      .ask("analyse", { ...place, time: 1, lines: 1 })
      .then(({ action, text, words: known }) => {
        const words = !action
          ? ""
          : known
            ? t("web.play.hint_known", { move: actionWord(action), outcome: known })
            : t("web.play.hint_is", { move: actionWord(action), value: show(text) });
        setHint(action ? { action, words } : null);
        announce(words);
      })
      .catch((failure: unknown) => announce(asError(failure).message));
  };

  return (
    <>
      <Heading title={t("web.page.play")} lead={t("web.play.lead")} />
      <div class="page-play">
        <section class="stage" aria-label={game.title}>
          <Problem error={error ?? turn.error} />
          {value && !error && (
            <>
              <Status view={view ?? value} thinking={turn.thinking} seated={seated} lost={lost} />
              {clock && <Clocks clock={clock} view={view ?? value} />}
              <Position
                view={view ?? value}
                label={t("web.play.board", { game: game.title })}
                onAct={mine ? act : undefined}
                hint={hint?.action ?? null}
                turned={turned}
              />
              {view?.terminal && game.fits.length > 0 && view.moves.length > 1 && (
                <a
                  class="button button-primary"
                  href={toHash("analyse", { ...params, game: game.name, review: "1" })}
                >
                  {t("web.outcome.turned")}
                </a>
              )}
              {automatic && !running && !view?.terminal && (
                <p class="soft">{t("web.play.begin")}</p>
              )}
              {hint && <p class="soft">{hint.words}</p>}
              {view && view.player < 0 && byHand && <Outcomes view={view} onAct={act} />}
            </>
          )}
          <div class="row row-centre">
            {automatic && (
              <Button
                kind="primary"
                icon={running ? "pause" : "play"}
                disabled={view?.terminal ?? true}
                onClick={() => setRunning(!running)}
              >
                {running ? t("web.pause") : t("web.start")}
              </Button>
            )}
            <Button icon="undo" disabled={!place.moves?.length} onClick={undo}>
              {t("web.play.undo")}
            </Button>
            <Button icon="hint" disabled={!mine} onClick={help}>
              {t("web.play.hint")}
            </Button>
            <Button
              icon="swap"
              disabled={seats.length < 2}
              onClick={() => {
                const next = rotate(seats);
                const mineNow = onlyPerson(next);
                change({ seats: joinNames(next) });
                if (mineNow !== null)
                  announce(t("web.play.switched", { player: view?.players[mineNow] ?? "" }));
              }}
            >
              {t("web.play.switch")}
            </Button>
            {board && canTurn(board) && (
              <Button
                icon="flip"
                pressed={params.flip === "1"}
                onClick={() => change({ flip: params.flip === "1" ? null : "1" })}
              >
                {t("web.play.flip")}
              </Button>
            )}
            <Button icon="plus" onClick={() => change(FRESH)}>
              {t("web.play.new")}
            </Button>
          </div>
        </section>
        <aside class="stack">
          <Panel title={t("web.play.setup")}>
            <GamePicker
              game={game}
              params={params}
              games={[...greeting.games, ...greeting.hidden]}
            />
            <Seats names={view?.players ?? value?.players ?? []} seats={seats} params={params} />
            {game.players > 1 && <ClockSelect params={params} />}
            {game.chance && (
              <Toggle label={t("web.play.by_hand")} checked={byHand} onChange={setByHand} />
            )}
            <details class="more">
              <summary>{t("web.play.from")}</summary>
              <TextField
                label={t("web.play.position")}
                value={view?.position ?? ""}
                onChange={(text) => change({ ...FRESH, position: text.trim() })}
              />
            </details>
          </Panel>
          <Panel title={t("web.play.moves")}>
            <Moves
              moves={place.moves ?? []}
              ply={place.moves?.length ?? 0}
              onGo={(ply) => {
                                turn.stop();
                change(
                  { moves: joinNames((place.moves ?? []).slice(0, ply)) || null, lost: null },
                  { keep: true },
                );
              }}
            />
            <div class="row">
              <Share />
              <a
                class="button button-plain"
                href={toHash("analyse", { ...params, game: game.name })}
              >
                {t("web.play.analyse")}
              </a>
            </div>
          </Panel>
        </aside>
      </div>
    </>
  );
}

function sameMoves(view: ViewPayload, moves: readonly string[]): boolean {
  return view.moves.length === moves.length;
}

/** Who sits where: the URL says, or a person first and a search of the middle against them. */
function seatsOf(params: Params, greeting: Hello, players: number): string[] {
  const given = splitNames(params.seats);
  const known = new Set([HUMAN, ...greeting.opponents.map(({ name }) => name)]);
  const usual = known.has("level:6") ? "level:6" : (greeting.opponents[0]?.name ?? HUMAN);
  return Array.from({ length: players }, (_, at) => {
    const seat = given[at];
    return seat !== undefined && known.has(seat) ? seat : at === 0 ? HUMAN : usual;
  });
}

/** How somebody lost the game without a move, as the URL says it. */
interface Loss {
  readonly why: "time" | "engine";
  readonly player: number;
}

function lossOf(params: Params): Loss | null {
  const found = /^(time|engine)\.(\d+)$/.exec(params.lost ?? "");
  return found ? { why: found[1] as Loss["why"], player: Number(found[2]) } : null;
}

function lossWords(view: ViewPayload, { why, player }: Loss): string {
  return t(why === "time" ? "web.play.flagged" : "web.play.engine_failed", {
    player: view.players[player] ?? "",
  });
}

function ClockSelect({ params }: { params: Params }) {
  const given = controlOf(params.clock) ? (params.clock ?? "") : "";
  const offered = CONTROLS.includes(given) || !given ? CONTROLS : [given, ...CONTROLS];
  return (
    <Select
      label={t("web.play.clock")}
      value={given}
      choices={[
        { value: "", label: t("web.play.clock.none") },
        ...offered.map((each) => ({ value: each, label: controlWords(each) })),
      ]}
      onChange={(text) => change({ clock: text || null, lost: null })}
    />
  );
}

function rotate(seats: readonly string[]): string[] {
  return [...seats.slice(1), ...seats.slice(0, 1)];
}

interface Turn {
  readonly thinking: Analysis | "yes" | null;
  readonly error: RequestError | null;
  stop(): void;
}

/** Moves for whoever is not a person, a moment after the position is in view. */
function useTurn(at: {
  view: ViewPayload | null;
  seat: string | null;
  running: boolean;
  byHand: boolean;
  undoing: { current: boolean };
  params: Params;
  clock: Clock | null;
}): Turn {
  const { view, seat, running, byHand, undoing, params, clock } = at;
  const [thinking, setThinking] = useState<Analysis | "yes" | null>(null);
  const [error, setError] = useState<RequestError | null>(null);
  const stop = useRef<() => void>(() => undefined);
  const key = view ? `${view.position} ${view.moves.length}` : null;
  useEffect(() => {
    if (!view) return;
    setError(null);
    if (view.terminal || seat === HUMAN) {
      undoing.current = false;
      return;
    }
    const moves = splitNames(params.moves);
    if (undoing.current && moves.length > 0) {
      change({ moves: joinNames(moves.slice(0, -1)) || null });
      return;
    }
    undoing.current = false;
    if (seat === null ? byHand : !running) return;
    const alone = view.players.length === 1;
    const pause = seat !== null ? (clock ? SHORT_PAUSE : ENGINE_PAUSE) : alone ? SHORT_PAUSE : CHANCE_PAUSE;
    let drop: () => void = () => undefined;
    const timer = setTimeout(() => {
      if (seat !== null) setThinking("yes");
      const request = {
        ...placeOf(params, view.game),
        player: seat ?? "random",
        time: Number(params.time ?? 1),
        ...(clock && seat !== null
          ? { left: (clock.left[view.player] ?? 0) / 1000, increment: clock.increment / 1000 }
          : {}),
        seed: Math.floor(Math.random() * 2 ** 31),
      };
      const search = connection.run("move", request, setThinking);
      drop = search.drop;
      search.answer.then(
        ({ action, failure }) => {
          setThinking(null);
          if (failure) {
            setError(new RequestError("input", failure));
            change({ lost: `engine.${view.player}` });
            return;
          }
          change({ moves: joinNames([...moves, action]) });
        },
        (failure: unknown) => {
          setThinking(null);
          if (!(failure instanceof Cancelled)) setError(asError(failure));
        },
      );
    }, pause);
    stop.current = () => {
      clearTimeout(timer);
      drop();
      setThinking(null);
    };
    return () => stop.current();
  }, [key, seat, running, byHand, params.time]);
  return { thinking, error, stop: () => stop.current() };
}

function useAnnouncements(view: ViewPayload | null, seated: Seated): void {
  const before = useRef<ViewPayload | null>(null);
  useEffect(() => {
    if (!view) return;
    const last = before.current;
    before.current = view;
    const move = view.moves[view.moves.length - 1];
    const turn = statusWords(view, seated);
    if (last && move !== undefined && view.moves.length === last.moves.length + 1) {
      const who = last.player < 0 ? t("web.chance") : last.player_name;
      announce(`${t("web.play.moved", { player: who, move: actionWord(move) })} ${turn}`);
    } else announce(turn);
  }, [view?.position, view?.moves.length]);
}

function Status(props: {
  view: ViewPayload;
  thinking: Turn["thinking"];
  seated: Seated;
  lost: Loss | null;
}) {
  const { view, thinking, seated, lost } = props;
  const over = view.terminal || lost !== null;
  return (
    <div class="status">
      <div class="status-row">
        <p class={`status-words${over ? " status-over" : ""}`}>
          {view.player >= 0 && !over && <Token view={view} player={view.player} />}
          {lost ? lossWords(view, lost) : statusWords(view, seated)}
        </p>
        <Points view={view} />
      </div>
      {thinking && (
        <Waiting
          text={
            thinking === "yes" || thinking.depth === null
              ? t("web.play.thinking")
              : t("web.play.deeper", {
                  depth: thinking.depth,
                  nodes: count(thinking.nodes),
                  seconds: seconds(thinking.seconds),
                })
          }
        />
      )}
    </div>
  );
}

function Seats(props: { names: readonly string[]; seats: readonly string[]; params: Params }) {
  const greeting = useHello();
  const { fits } = gameOf(greeting, props.params.game);
  const { name: played } = gameOf(greeting, props.params.game);
  const fitting = greeting.opponents.filter(({ games }) => !games || games.includes(played));
  const opponents = fitting.filter(
    ({ name }) => fits.includes(name) || !greeting.algorithms.some((each) => each.name === name),
  );
  const choices = [
    { value: HUMAN, label: t("web.play.human") },
    ...opponents.map(({ name, title, group }) => ({
      value: name,
      label: title,
      group: t(`web.play.group.${group}`),
    })),
  ];
  const timed = props.seats.some((seat) => opponents.find(({ name }) => name === seat)?.timed);
  return (
    <>
      {props.seats.map((seat, at) => (
        <Select
          key={at}
          label={t("web.play.seat", { player: props.names[at] ?? String(at + 1) })}
          value={seat}
          choices={choices}
          onChange={(name) =>
            change({ seats: joinNames(props.seats.map((old, i) => (i === at ? name : old))) })
          }
        />
      ))}
      {timed && !controlOf(props.params.clock) && (
        <Select
          label={t("web.play.time")}
          value={props.params.time ?? "1"}
          choices={TIMES.map((time) => ({ value: time, label: seconds(Number(time)) }))}
          onChange={(time) => change({ time })}
        />
      )}
    </>
  );
}

export function Moves({
  moves,
  ply,
  onGo,
  marks,
}: {
  moves: readonly string[];
  ply?: number;
  onGo?: (ply: number) => void;
  marks?: readonly string[];
}) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // The list follows the move that is shown, without moving the page.
    const here = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (here && list.current) list.current.scrollTop = here.offsetTop - list.current.offsetTop - 60;
  }, [moves.length, ply]);
  if (moves.length === 0) return <p class="soft">{t("web.play.no_moves")}</p>;
  return (
    <ol class="moves" tabIndex={0} aria-label={t("web.play.moves")} ref={list}>
      {moves.map((move, at) => (
        <li key={at} aria-current={at + 1 === ply ? "step" : undefined}>
          {onGo ? (
            <button type="button" onClick={() => onGo(at + 1)}>
              {actionWord(move)}
              {marks?.[at]}
            </button>
          ) : (
            <span>{actionWord(move)}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
