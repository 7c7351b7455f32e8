/** Chess clocks, for any game of several players: what is left, whose runs, and who lost on time. */
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import type { ViewPayload } from "../protocol";
import { Token } from "./position";

/** Minutes for the game, and seconds that each move adds, as in 5+3. */
export interface Control {
  readonly minutes: number;
  readonly increment: number;
}

export const CONTROLS = ["1+0", "3+2", "5+0", "10+5", "15+10", "30+0"];

const TICK = 100;
const TENTHS = 10_000; // below this time, tenths of a second are shown

export function controlOf(text: string | undefined): Control | null {
  const found = /^(\d{1,3})\+(\d{1,3})$/.exec(text ?? "");
  if (!found) return null;
  const minutes = Number(found[1]);
  return minutes > 0 ? { minutes, increment: Number(found[2]) } : null;
}

/** The name of a control for people. */
export function controlWords(text: string): string {
  const control = controlOf(text);
  if (!control) return text;
  return t("web.play.clock.is", { minutes: control.minutes, seconds: control.increment });
}

export interface Clock {
  /** Milliseconds left, by player. */
  readonly left: readonly number[];
  readonly increment: number;
  /** The player who has none left. */
  readonly flagged: number | null;
}

/**
 * The clocks of a game. Each move has the time that it took, so that a move that is taken back
 * gives its time back. Time runs from the first move on.
 */
export function useClock(view: ViewPayload | null, control: Control | null, over: boolean): Clock | null {
  const spent = useRef<{ player: number; time: number }[]>([]);
  const since = useRef(0);
  const shown = useRef<ViewPayload | null>(null);
  const [, tick] = useState(0);
  const players = view?.players.length ?? 0;
  const runs =
    control !== null && view !== null && players > 1 && !view.terminal && !over;
  const running = runs && view.player >= 0 && view.moves.length > 0;

  if (control && view && shown.current !== view) {
    const before = shown.current;
    const now = performance.now();
    if (before && before.game === view.game && view.moves.length === before.moves.length + 1)
      spent.current.push({
        player: before.player,
        time: before.moves.length > 0 && before.player >= 0 ? now - since.current : 0,
      });
    spent.current.length = Math.min(spent.current.length, view.moves.length);
    shown.current = view;
    since.current = now;
  }
  useEffect(() => {
    spent.current = [];
    since.current = performance.now();
  }, [control?.minutes, control?.increment, view?.game]);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((count) => count + 1), TICK);
    return () => clearInterval(timer);
  }, [running]);

  if (!control || !view || players < 2) return null;
  const increment = 1000 * control.increment;
  const left = view.players.map((_, player) => {
    const moves = spent.current.filter((move) => move.player === player);
    const used = moves.reduce((sum, { time }) => sum + time - increment, 0);
    const now = running && view.player === player ? performance.now() - since.current : 0;
    return Math.max(0, 60_000 * control.minutes - used - now);
  });
  const flagged = left.findIndex((time) => time <= 0);
  return { left, increment, flagged: flagged < 0 ? null : flagged };
}

/** A time as on a clock: 4:05, or 0:07.3 near its end. */
export function clockText(time: number): string {
  const tenths = time < TENTHS;
  const whole = tenths ? Math.floor(time / 100) / 10 : Math.ceil(time / 1000);
  const minutes = Math.floor(whole / 60);
  const seconds = whole - 60 * minutes;
  const shown = tenths ? seconds.toFixed(1).padStart(4, "0") : String(seconds).padStart(2, "0");
  return `${minutes}:${shown}`;
}

export function Clocks({ clock, view }: { clock: Clock; view: ViewPayload }) {
  return (
    <p class="clocks" role="timer" aria-live="off">
      {clock.left.map((time, player) => (
        <span
          key={player}
          class={`clock${view.player === player && !view.terminal ? " clock-running" : ""}${time < TENTHS ? " clock-low" : ""}`}
          aria-label={t("web.play.clock.left", {
            player: view.players[player] ?? "",
            time: clockText(time),
          })}
        >
          <Token view={view} player={player} />
          <span aria-hidden="true">{clockText(time)}</span>
        </span>
      ))}
    </p>
  );
}
