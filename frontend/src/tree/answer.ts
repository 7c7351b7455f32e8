/** Answers to exercises, from the fields on the page to the notation that is graded. */
import type { ExercisePayload, Part } from "../protocol";
import { below, type IndexedTree, isLeaf } from "./index_tree";

/** What was typed, by node and part. */
export type Entries = Readonly<Record<string, string>>;

export function keyOf(node: string, part: Part): string {
  return `${node} ${part}`;
}

/** `B3: -inf 3 -> 8` where windows are asked for, `A=3; action=a1` elsewhere. */
export function answerText(exercise: ExercisePayload, entries: Entries): string {
  const said = (node: string, part: Part) => (entries[keyOf(node, part)] ?? "").trim();
  const nodes = [...new Set(exercise.parts.map(({ node }) => node))];
  const pieces: string[] = [];
  for (const node of nodes) {
    const parts = exercise.parts.filter((asked) => asked.node === node).map(({ part }) => part);
    const value = said(node, "value");
    if (parts.includes("alpha")) {
      const bounds = `${said(node, "alpha")} ${said(node, "beta")}`.trim();
      if (bounds || value) pieces.push(`${node}: ${bounds} -> ${value}`);
    } else if (value) pieces.push(`${node}=${tuple(value)}`);
  }
  for (const { node, part } of exercise.parts)
    if (part === "action" && said(node, "action")) pieces.push(`action=${said(node, "action")}`);
  return pieces.join("; ");
}

/** Several numbers are one tuple. */
function tuple(value: string): string {
  return /[\s,]/.test(value) && !/^[([]/.test(value) ? `(${value})` : value;
}

export function leavesBelow(tree: IndexedTree, id: number): number[] {
  return below(tree, id).filter((each) => {
    const node = tree.nodes[each];
    return node !== undefined && isLeaf(node);
  });
}
