/** The texts of a drawing and where they are: none lies on another, on a node or on a stroke. */
import type { TreeNodePayload } from "../protocol";
import { actionWord } from "../i18n";
import { show } from "../values";
import { isLeaf } from "./index_tree";
import { type Box, textWidth } from "./letters";
import type { Placed } from "./layout";
import { OPEN, type Snapshot } from "./replay";
import { halfWidth, RADIUS, textAt } from "./shapes";
import { valueOf, windowOf } from "./words";

export type LabelKind = "value" | "name" | "range" | "under" | "leaf" | "edge";

export interface Label {
  readonly kind: LabelKind;
  readonly text: string;
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
}

export const SIZES: Readonly<Record<LabelKind, number>> = {
  value: 13,
  name: 13,
  range: 12,
  under: 11.5,
  leaf: 11.5,
  edge: 11.5,
};

/** From the middle of a node to the texts beside it. */
export const BESIDE = RADIUS + 7;
const LINE = 13;
const INSIDE = 30;
const LONGEST_NAME = 9;
const LONGEST_EDGE = 12;
/** How far above the child its edge's text and its strokes are. */
const EDGE_ABOVE = 34;
const STRIKE_ABOVE = 53;
const STRIKE = 8;

/** Names of positions can be long; a node's own place then says enough. */
export function nameOf(node: TreeNodePayload): string {
  return node.name.length > LONGEST_NAME ? "" : node.name;
}

export function edgeText(action: string | null, probability: string | null): string {
  const text = probability === null ? actionWord(action ?? "") : show(probability);
  return text.length > LONGEST_EDGE ? `${text.slice(0, LONGEST_EDGE - 1)}…` : text;
}

/** Whether a value has room in its node; a leaf's box is as wide as it must be. */
export function fitsInside(node: TreeNodePayload, value: string): boolean {
  return node.kind === "leaf" || textWidth(value, SIZES.value) <= INSIDE;
}

/** What may be written beside a node, line by line: its name, a long value, its window or visits. */
export function besideLines(node: TreeNodePayload, state: Snapshot): [LabelKind, string][] {
  if (node.kind === "leaf") return [];
  const lines: [LabelKind, string][] = [];
  const value = valueOf(node, state);
  const visits = state.visits[node.id];
  const range = state.status[node.id] === OPEN ? windowOf(node, state) : "";
  if (nameOf(node)) lines.push(["name", nameOf(node)]);
  if (value && !fitsInside(node, value)) lines.push(["range", value]);
  if (range) lines.push(["range", range]);
  if (visits) lines.push(["under", `N ${visits.n}`], ["under", `Q ${show(visits.q)}`]);
  return lines;
}

/** All texts at a node. */
export function labelsOf(node: TreeNodePayload, place: Placed, state: Snapshot): Label[] {
  const labels: Label[] = [];
  const value = valueOf(node, state);
  if (value && fitsInside(node, value))
    labels.push({
      kind: "value",
      text: value,
      x: place.x,
      y: place.y + textAt(node),
      anchor: "middle",
    });
  const lines = besideLines(node, state);
  const first = place.y + 4 - (LINE * (lines.length - 1)) / 2;
  lines.forEach(([kind, text], row) =>
    labels.push({
      kind,
      text,
      x: place.x + BESIDE * place.side,
      y: first + LINE * row,
      anchor: place.side > 0 ? "start" : "end",
    }),
  );
  const under = node.kind === "leaf" ? nameOf(node) : place.hidden > 0 ? `+${place.hidden}` : "";
  if (under && !(node.kind === "leaf" && place.drop > 0))
    labels.push({
      kind: node.kind === "leaf" ? "leaf" : "under",
      text: under,
      x: place.x,
      y: place.y + place.drop + RADIUS + (node.kind === "leaf" ? 7 : 14),
      anchor: "middle",
    });
  return labels;
}

/** The text of the line from the parent, on that line. */
export function edgeLabel(node: TreeNodePayload, parent: Placed, place: Placed): Label | null {
  const text = edgeText(node.action, node.probability);
  if (!text) return null;
  return {
    kind: "edge",
    text,
    x: parent.x + (place.x - parent.x) * along(parent, place, EDGE_ABOVE),
    y: place.y - EDGE_ABOVE + 4,
    anchor: "middle",
  };
}

/** The part of the way from parent to child at which their line is that far above the child. */
export function along(parent: Placed, place: Placed, above: number): number {
  const [top, bottom] = ends(parent, place);
  return (place.y - above - top) / (bottom - top);
}

/** The heights at which the line from parent to child starts and ends. */
export function ends(parent: Placed, place: Placed): [number, number] {
  return [parent.y + parent.drop + RADIUS * 0.75, place.y - RADIUS * 0.8];
}

/** Two short strokes across the edge, where the pruning begins: their ends. */
export function strokes(parent: Placed, place: Placed): [number, number, number, number][] {
  const [top, bottom] = ends(parent, place);
  const [dx, dy] = [place.x - parent.x, bottom - top];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const x = parent.x + dx * along(parent, place, STRIKE_ABOVE);
  const y = place.y - STRIKE_ABOVE;
  return [-2.6, 2.6].map((gap) => [
    x + ux * gap - uy * STRIKE,
    y + uy * gap + ux * STRIKE,
    x + ux * gap + uy * STRIKE,
    y + uy * gap - ux * STRIKE,
  ]);
}

export function labelBox(label: Label): Box {
  const size = SIZES[label.kind];
  const width = textWidth(label.text, size);
  const left = { start: 0, middle: width / 2, end: width }[label.anchor];
  return {
    left: label.x - left,
    right: label.x - left + width,
    top: label.y - size * 0.8,
    bottom: label.y + size * 0.22,
  };
}

export function strikeBox(parent: Placed, place: Placed): Box {
  const all = strokes(parent, place);
  const xs = all.flatMap(([a, , b]) => [a, b]);
  const ys = all.flatMap(([, a, , b]) => [a, b]);
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
}

export function nodeBox(node: TreeNodePayload, place: Placed, state: Snapshot): Box {
  const half = halfWidth(node, valueOf(node, state));
  const high = node.kind === "leaf" ? 13 : RADIUS;
  return {
    left: place.x - half,
    right: place.x + half,
    top: place.y - high,
    bottom: place.y + high,
  };
}

/** How far a node reaches to the left and to the right, with all that may be written at it. */
export function reachOf(
  node: TreeNodePayload,
  side: 1 | -1,
  lines: readonly string[],
  board: number,
): [number, number] {
  const value = show(node.value);
  const half = Math.max(
    halfWidth(node, fitsInside(node, value) ? value : ""),
    board / 2,
    isLeaf(node) && node.kind === "leaf" ? textWidth(nameOf(node), SIZES.leaf) / 2 : 0,
    node.kind === "leaf" ? 0 : textWidth("+999", SIZES.under) / 2,
  );
  if (node.kind === "leaf") return [half, half];
  const texts = [nameOf(node), fitsInside(node, value) ? "" : value, ...lines];
  const longest = Math.max(...texts.map((text) => textWidth(text, SIZES.name)));
  const outer = Math.max(half, longest ? BESIDE + longest : 0);
  return side > 0 ? [half, outer] : [outer, half];
}
