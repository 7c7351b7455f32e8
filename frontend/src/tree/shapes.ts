/** The textbook's shapes: MAX points up, MIN points down, chance is round, a leaf is a box. */
import type { TreeNodePayload } from "../protocol";
import { textWidth } from "./letters";

export const RADIUS = 20;

export function shapeOf(node: TreeNodePayload, text: string): string {
  const r = RADIUS;
  const half = halfWidth(node, text);
  if (node.kind === "leaf") return box(half, 13);
  if (node.kind === "max") return `M0 ${-r}L${half} ${r * 0.8}H${-half}Z`;
  if (node.kind === "min") return `M0 ${r}L${half} ${-r * 0.8}H${-half}Z`;
  if (node.kind === "chance") return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
  return box(half, r - 2);
}

/** Half the width of a node's shape around its value. */
export function halfWidth(node: TreeNodePayload, text: string): number {
  if (node.kind === "leaf") return Math.max(15, textWidth(text, 13) / 2 + 5);
  if (node.kind === "chance") return RADIUS;
  return node.kind === "own" ? RADIUS - 2 : RADIUS + 3;
}

/** Where a finger may press: more than the shape, which is small on a phone. */
export function targetOf(node: TreeNodePayload): string {
  return box(halfWidth(node, "") + (node.kind === "leaf" ? 5 : 2), 22);
}

function box(half: number, high: number): string {
  return `M${-half} ${-high}H${half}V${high}H${-half}Z`;
}

/** How far below the middle a text sits well in the shape. */
export function textAt(node: TreeNodePayload): number {
  if (node.kind === "leaf") return 4.5;
  if (node.kind === "max") return 9;
  if (node.kind === "min") return 1;
  return 4.5;
}
