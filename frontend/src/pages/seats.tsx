/** Games with hidden information: every person sees their own view, and hands over behind a curtain. */
import { useEffect, useRef, useState } from "preact/hooks";
import { announce, asError, connection, optionsOf, useHello } from "../app";
import type { Score } from "../board/board";
import { Points, Position, Token } from "../board/position";
import { actionWord, t } from "../i18n";
import type { GameInfo, Hello, SeatPayload, SeatRequest } from "../protocol";
import { change, joinNames, type Params, route, splitNames } from "../route";
import { lang } from "../settings";
import { Cancelled, type RequestError } from "../socket";
import { useStore } from "../store";
import { GamePicker } from "../ui/game_picker";
import { Button, Heading, Panel, Problem, Select, Toggle, Waiting } from "../ui/widgets";
import { PlayPage } from "./play";

const PERSON = "person";
const EQUILIBRIUM = "equilibrium";
/** A moment to see what chance or an opponent has done. */
const PAUSE = 500;

/** The page of a game: all that is seen by everybody is on one, all that is not on the other. */
export function PlayOrSeatsPage() {
  const { params } = useStore(route);
  const greeting = useHello();
  const game = greeting.hidden.find(({ name }) => name === params.game);
  return game ? <SeatsPage key={`${game.name} ${params.options}`} game={game} params={params} /> : <PlayPage />;
}

function SeatsPage({ game, params }: { game: GameInfo; params: Params }) {
  const greeting = useHello();
  const seats = seatsOf(params, greeting, game);
  const [odds, setOdds] = useState(false);
  const table = useTable(game, params, seats, odds);
  const { shown, curtain } = table;
  const name = (player: number) => nameOf(game, player);
  const words = statusOf(table, name);
  useEffect(() => {
    if (words) announce(words);
  }, [words]);
  const mine = shown?.turn === "you" && curtain === null;
  const scores = mine && odds ? oddsOf(shown) : null;
  return (
    <>
      <Heading title={t("web.page.play")} lead={t("web.seats.lead")} />
      <div class="page-play">
        <section class="stage" aria-label={game.title}>
          <Problem error={table.error} />
          <div class="status">
            <div class="status-row">
              <p class={`status-words${shown?.turn === "over" ? " status-over" : ""}`}>
                {mine && <Token view={shown.view} player={shown.viewer} />}
                {words}
              </p>
              {shown && curtain === null && <Points view={shown.view} />}
            </div>
            {table.busy && <Waiting text={t("web.play.thinking")} />}
          </div>
          {curtain !== null ? (
            <div class="curtain">
              <p>{t("web.seats.handover", { player: name(curtain) })}</p>
              <Button kind="primary" onClick={table.lift}>
                {t("web.seats.lift", { player: name(curtain) })}
              </Button>
            </div>
          ) : (
            shown && (
              <Position
                view={shown.view}
                label={t("web.play.board", { game: game.title })}
                onAct={mine ? table.act : undefined}
                viewer={shown.viewer}
                {...(scores ? { scores } : {})}
              />
            )
          )}
          {shown?.turn === "over" && <p class="soft">{t("web.seats.open")}</p>}
          <div class="row row-centre">
            <Button icon="plus" onClick={table.begin}>
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
            <Seats game={game} seats={seats} />
            {game.name === "battleship" && (
              <Toggle label={t("web.seats.odds")} checked={odds} onChange={setOdds} />
            )}
          </Panel>
          <Panel title={t(shown?.turn === "over" ? "web.play.moves" : "web.seats.noticed")}>
            {curtain === null && shown && <Noticed shown={shown} name={name} />}
          </Panel>
        </aside>
      </div>
    </>
  );
}

interface Table {
  readonly shown: SeatPayload | null;
  readonly error: RequestError | null;
  /** The person who is to look next, before anything is shown to them. */
  readonly curtain: number | null;
  readonly busy: boolean;
  act(action: string): void;
  lift(): void;
  begin(): void;
}

/** A game at one screen: what is shown, and to whom. */
function useTable(
  game: GameInfo,
  params: Params,
  seats: readonly string[],
  odds: boolean,
): Table {
  const language = useStore(lang);
  const people = seats.flatMap((seat, at) => (seat === PERSON ? [at] : []));
  const first = people[0] ?? 0;
  const [shown, setShown] = useState<SeatPayload | null>(null);
  const [error, setError] = useState<RequestError | null>(null);
  const [curtain, setCurtain] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [round, setRound] = useState(0);
  const drop = useRef<() => void>(() => undefined);
  const wanted = useRef(odds);
  wanted.current = odds;

  function ask(fields: Partial<SeatRequest>): void {
    drop.current();
    setError(null);
    const slow = setTimeout(() => setBusy(true), 600);
    const running = connection.run("seat", {
      game: game.name,
      options: optionsOf(params.options),
      odds: wanted.current,
      ...fields,
    });
    const done = () => {
      clearTimeout(slow);
      setBusy(false);
    };
    drop.current = () => {
      done();
      running.drop();
    };
    running.answer.then(
      (answer) => {
        done();
        setShown(answer);
        if (answer.turn === "other") setCurtain(answer.next ?? null);
      },
      (failure: unknown) => {
        done();
        if (!(failure instanceof Cancelled)) setError(asError(failure));
      },
    );
  }

  useEffect(() => {
    setShown(null);
    if (people.length > 1) setCurtain(first);
    else {
      setCurtain(null);
      ask({ seats: [...seats], viewer: first });
    }
    return () => drop.current();
  }, [joinNames(seats), round]);
  useEffect(() => {
    if (shown?.turn !== "running" || curtain !== null) return;
    const timer = setTimeout(() => ask({ sealed: shown.sealed, viewer: shown.viewer }), PAUSE);
    return () => clearTimeout(timer);
  }, [shown, curtain]);
  useEffect(() => {
    // The same view with other words, or with odds: nothing moves while a person is to move.
    if (shown?.turn === "you" && curtain === null)
      ask({ sealed: shown.sealed, viewer: shown.viewer });
  }, [language, odds]);

  return {
    shown,
    error,
    curtain,
    busy,
    act: (action) =>
      shown && ask({ sealed: shown.sealed, viewer: shown.viewer, action }),
    lift: () => {
      if (curtain === null) return;
      setCurtain(null);
      setShown(null);
      ask(
        shown
          ? { sealed: shown.sealed, viewer: curtain }
          : { seats: [...seats], viewer: curtain },
      );
    },
    begin: () => setRound(round + 1),
  };
}

function statusOf(table: Table, name: (player: number) => string): string {
  const { shown, curtain } = table;
  if (curtain !== null) return t("web.seats.curtain");
  if (!shown) return "";
  if (shown.turn === "over") return shown.view.outcome;
  return shown.turn === "you"
    ? t("web.play.your_turn", { player: name(shown.viewer) })
    : t("web.seats.waiting");
}

/** The name of a player; one that is a number is called a player. */
function nameOf(game: GameInfo, player: number): string {
  const given = game.player_names[player] ?? String(player + 1);
  return /^\d+$/.test(given) ? t("web.seats.player", { player: given }) : given;
}

/** The moves that a person noticed, or all of them once the game is over. */
function Noticed({ shown, name }: { shown: SeatPayload; name: (player: number) => string }) {
  if (shown.turn === "over")
    return (
      <ol class="moves" tabIndex={0} aria-label={t("web.play.moves")}>
        {shown.moves.map((move, at) => (
          <li key={at}>
            <span>{cardWords(move)}</span>
          </li>
        ))}
      </ol>
    );
  if (shown.seen.length === 0) return <p class="soft">{t("web.play.no_moves")}</p>;
  return (
    <ol class="noticed" aria-label={t("web.seats.noticed")}>
      {shown.seen.map(({ player, label }, at) => (
        <li key={at}>
          <span class="soft">{player < 0 ? t("web.chance") : name(player)}</span> {cardWords(label)}
        </li>
      ))}
    </ol>
  );
}

/** Who sits where: the URL says, or a person first and opponents of the middle. */
function seatsOf(params: Params, greeting: Hello, game: GameInfo): string[] {
  const given = splitNames(params.seats);
  const known = new Set([PERSON, ...choicesOf(greeting, game).map(({ value }) => value)]);
  const usual = known.has("level:6") ? "level:6" : "random";
  const seats = Array.from({ length: game.players }, (_, at) => {
    const seat = given[at];
    return seat !== undefined && known.has(seat) ? seat : at === 0 ? PERSON : usual;
  });
  return seats.includes(PERSON) ? seats : [PERSON, ...seats.slice(1)];
}

function choicesOf(greeting: Hello, game: GameInfo) {
  const fitting = greeting.opponents.filter(
    ({ name }) => name === "random" || name.startsWith("level:") || game.fits.includes(name),
  );
  return [
    { value: EQUILIBRIUM, label: t("web.title.equilibrium"), group: t("web.play.group.people") },
    ...fitting.map(({ name, title, group }) => ({
      value: name,
      label: title,
      group: t(`web.play.group.${group}`),
    })),
  ];
}

function Seats({ game, seats }: { game: GameInfo; seats: readonly string[] }) {
  const greeting = useHello();
  const choices = [{ value: PERSON, label: t("web.play.human") }, ...choicesOf(greeting, game)];
  return (
    <>
      {seats.map((seat, at) => (
        <Select
          key={at}
          label={t("web.play.seat", { player: nameOf(game, at) })}
          value={seat}
          choices={choices}
          onChange={(chosen) =>
            change({ seats: joinNames(seats.map((old, i) => (i === at ? chosen : old))) })
          }
        />
      ))}
    </>
  );
}

/** The name of a card with the symbol of its suit: Qs is Q♠; anything else stays as it is. */
function cardWords(name: string): string {
  const suits: Record<string, string> = { c: "♣", d: "♦", s: "♠", h: "♥" };
  return /^[2-9TJQKA][cdsh]$/.test(name) ? `${name[0]}${suits[name[1] ?? ""]}` : actionWord(name);
}

/** How likely a piece is where each action goes, in per cent. */
function oddsOf(shown: SeatPayload): ReadonlyMap<string, Score> {
  const best = Math.max(...shown.odds, 0);
  const scores = new Map<string, Score>();
  for (const { name, cells } of shown.view.actions) {
    const share = shown.odds[cells[0] ?? -1];
    if (share === undefined || cells.length !== 1) continue;
    scores.set(name, {
      text: String(Math.round(100 * share)),
      tone: share >= 0.8 * best ? "good" : share <= 0.3 * best ? "bad" : "plain",
      best: share === best,
      words: `${Math.round(100 * share)} %`,
    });
  }
  return scores;
}
