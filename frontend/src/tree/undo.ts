/** The texts a tree has had: what undo and redo go back and forward to. */
import { useEffect, useRef, useState } from "preact/hooks";

export interface Steps {
  readonly past: readonly string[];
  readonly now: string;
  readonly future: readonly string[];
}

export function begin(text: string): Steps {
  return { past: [], now: text, future: [] };
}

/** After the text became that one: a step back, a step forward, or a new step. */
export function stepTo({ past, now, future }: Steps, text: string): Steps {
  if (text === now) return { past, now, future };
  if (text === past[past.length - 1])
    return { past: past.slice(0, -1), now: text, future: [now, ...future] };
  if (text === future[0]) return { past: [...past, now], now: text, future: future.slice(1) };
  return { past: [...past, now], now: text, future: [] };
}

export interface Undo {
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
}

/** Undo and redo of a text, by Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z too; null where there is nothing. */
export function useUndo(text: string, set: (text: string) => void): Undo {
  const [steps, setSteps] = useState(() => begin(text));
  useEffect(() => setSteps((before) => stepTo(before, text)), [text]);
  const [back, forward] = [steps.past[steps.past.length - 1], steps.future[0]];
  const undo = back === undefined ? null : () => set(back);
  const redo = forward === undefined ? null : () => set(forward);
  const latest = useRef<Undo>({ undo, redo });
  latest.current = { undo, redo };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const forwards = key === "y" || (key === "z" && event.shiftKey);
      if (!forwards && key !== "z") return;
      event.preventDefault();
      (forwards ? latest.current.redo : latest.current.undo)?.();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
  return { undo, redo };
}
