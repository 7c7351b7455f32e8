/** What a search can be asked to wait for: its next value, cut or window, foreseen by the reader. */
import { actionWord, t } from "../i18n";
import type { Event } from "../protocol";
import { listed, show, toNumber } from "../values";
import type { IndexedTree } from "./index_tree";
import { DONE, Replay, type Snapshot } from "./replay";

export const SUBJECTS = ["value", "window", "cut"] as const;
export type Subject = (typeof SUBJECTS)[number];

export interface Question {
  readonly subject: Subject;
  /** What is asked. */
  readonly text: string;
  /** The right answers, field by field; a cut has "cut" or "on". */
  readonly right: readonly string[];
  /** Why they are right. */
  readonly because: string;
}

/** The questions of a search, by the step after which each is asked. */
export function questionsOf(
  tree: IndexedTree,
  events: readonly Event[],
  subjects: ReadonlySet<string>,
): ReadonlyMap<number, Question> {
  const replay = new Replay(tree, events);
  const found = new Map<number, Question>();
  events.forEach((event, at) => {
    const before = replay.at(at);
    const question =
      (subjects.has("value") && valueQuestion(tree, event, before)) ||
      (subjects.has("window") && windowQuestion(tree, event, before)) ||
      (subjects.has("cut") && cutQuestion(tree, events, at, before));
    if (question) found.set(at, question);
  });
  return found;
}

/** A child has returned: what is the value of the node now? */
function valueQuestion(tree: IndexedTree, event: Event, state: Snapshot): Question | null {
  const node = tree.nodes[event.node];
  const chance = node?.kind === "chance";
  if (!node || !(chance ? event.kind === "leave" : isTaken(event))) return null;
  const right = event.kind === "child" ? (state.value[node.id] ?? null) : (event.value ?? null);
  if (right === null) return null;
  const known = node.children.filter((id) => state.status[id] === DONE && state.value[id] !== null);
  const values = listed(known.map((id) => show(state.value[id])));
  const kind = chance || node.kind === "min" || node.kind === "max" ? node.kind : "own";
  return {
    subject: "value",
    text: t(`web.predict.value.${chance ? "chance" : "node"}`, { node: nameFor(tree, node.id) }),
    right: [right],
    because: t(`web.predict.because.${kind}`, { values, value: show(right), player: node.player }),
  };
}

/** A node below the root is entered: with which window? */
function windowQuestion(tree: IndexedTree, event: Event, state: Snapshot): Question | null {
  const node = tree.nodes[event.node];
  const { alpha, beta } = event;
  if (event.kind !== "enter" || !node || node.parent === null) return null;
  if (typeof alpha !== "string" || typeof beta !== "string") return null;
  const parent = nameFor(tree, node.parent);
  const value = state.value[node.parent] ?? null;
  return {
    subject: "window",
    text: t("web.predict.window", { node: nameFor(tree, node.id) }),
    right: [alpha, beta],
    because: t("web.predict.because.window", {
      parent,
      value: value === null ? "–" : show(value),
      window: `[${listed([show(alpha), show(beta)])}]`,
    }),
  };
}

/** A value has come back, and there are children left: are they cut off? */
function cutQuestion(
  tree: IndexedTree,
  events: readonly Event[],
  at: number,
  state: Snapshot,
): Question | null {
  const last = events[at - 1];
  const next = events[at];
  if (!last || !next || !isTaken(last)) return null;
  const node = tree.nodes[last.node];
  const { alpha, beta } = last;
  if (!node || typeof alpha !== "string" || typeof beta !== "string") return null;
  if (!Number.isFinite(toNumber(alpha)) && !Number.isFinite(toNumber(beta))) return null;
  const cut = next.kind === "cut" && next.node === node.id;
  if (!cut && next.kind !== "enter" && next.kind !== "leaf") return null;
  return {
    subject: "cut",
    text: t("web.predict.cut", { node: nameFor(tree, node.id) }),
    right: [cut ? "cut" : "on"],
    because: cut
      ? (next.reason ?? next.text)
      : t("web.predict.because.on", {
          value: show(state.value[node.id] ?? ""),
          window: `[${listed([show(alpha), show(beta)])}]`,
        }),
  };
}

/** Whether the value of a child is taken into account. */
function isTaken(event: Event): boolean {
  return event.kind === "update" || event.kind === "child";
}

/** A node's name, or the move that leads to it where positions have long names. */
function nameFor(tree: IndexedTree, id: number): string {
  const node = tree.nodes[id];
  if (!node) return "";
  if (node.name.length <= 9) return node.name;
  return node.action === null ? t("web.predict.root") : t("web.predict.after", { move: actionWord(node.action) });
}

/** Whether an answer means the same as what is right: as numbers, infinities included. */
export function isRight(given: string, right: string): boolean {
  const number = toNumber(plain(given));
  const wanted = toNumber(plain(right));
  if (number !== null && wanted !== null && given.trim() !== "")
    return number === wanted || Math.abs(number - wanted) < 0.005;
  return plain(given) === plain(right);
}

/** An answer as it may be typed: a comma for the point, oo or inf for infinity. */
function plain(text: string): string {
  const bare = text.replace(/\s/g, "").replace(/−/g, "-").toLowerCase();
  const infinite = bare.replace(/∞|infinity|infinito|infinita|oo/g, "inf").replace(/^\+/, "");
  return infinite.includes("(") ? infinite : infinite.replace(",", ".");
}
