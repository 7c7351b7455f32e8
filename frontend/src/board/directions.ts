/** Games whose actions are directions: arrow keys anywhere on the page, and swipes on the board. */
import { useEffect, useRef } from "preact/hooks";
import type { ActionPayload } from "../protocol";

const KEYS: Readonly<Record<string, string>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

const SHORTEST_SWIPE = 24; // in CSS pixels; anything shorter is a tap

/** The direction of a movement of the finger; null for a tap. */
export function swipeOf(across: number, down: number): string | null {
  if (Math.max(Math.abs(across), Math.abs(down)) < SHORTEST_SWIPE) return null;
  if (Math.abs(across) > Math.abs(down)) return across > 0 ? "right" : "left";
  return down > 0 ? "down" : "up";
}

/** Whether keys belong to an element: one that takes text, or chooses by arrows itself. */
export function takesKeys(element: Element | null): boolean {
  return !!element?.closest("input, select, textarea, [contenteditable], [role=grid], .moves");
}

/**
 * Calls `onAct` with the direction of an arrow key or a swipe if it is a legal action. A key that
 * comes while the other side or chance is at work is kept, and taken when it is our turn again.
 */
export function useDirections(
  actions: readonly ActionPayload[],
  playable: boolean,
  onAct: ((action: string) => void) | undefined,
) {
  const next = useRef<string | null>(null);
  const now = useRef({ actions, onAct });
  now.current = { actions, onAct };
  const take = (way: string): boolean => {
    const { actions: legal, onAct: act } = now.current;
    if (!act || !legal.some(({ name }) => name === way)) return false;
    next.current = null;
    act(way);
    return true;
  };
  useEffect(() => {
    if (onAct && next.current) take(next.current);
    next.current = onAct ? null : next.current;
  }, [actions, onAct !== undefined]);
  useEffect(() => {
    if (!playable) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const way = KEYS[event.key];
      if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
      if (takesKeys(document.activeElement)) return;
      event.preventDefault(); // the page must not scroll below the board
      if (!take(way) && !now.current.onAct) next.current = way;
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [playable]);
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: (event: TouchEvent) => {
      const touch = event.touches.length === 1 ? event.touches[0] : undefined;
      start.current = playable && touch ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: (event: TouchEvent) => {
      const from = start.current;
      const touch = event.changedTouches[0];
      start.current = null;
      if (!from || !touch) return;
      const way = swipeOf(touch.clientX - from.x, touch.clientY - from.y);
      if (way && take(way)) event.preventDefault();
    },
  };
}

/** Whether the actions of a game are directions, and nothing but these and "stop". */
export function areDirections(actions: readonly ActionPayload[]): boolean {
  const ways = new Set([...Object.values(KEYS), "stop"]);
  return actions.length > 0 && actions.every(({ name }) => ways.has(name));
}
