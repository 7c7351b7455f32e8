/** The textbook's shapes: MAX points up, MIN points down, chance is round, a leaf is a box. */
import type { TreeNodePayload } from "../protocol";

export const RADIUS = 20;

export function shapeOf(node: TreeNodePayload, text: string): string {
  const r = RADIUS;
  if (node.kind === "leaf") return box(Math.max(15, text.length * 4.2 + 7), 13);
  if (node.kind === "max") return `M0 ${-r}L${r + 3} ${r * 0.8}H${-r - 3}Z`;
  if (node.kind === "min") return `M0 ${r}L${r + 3} ${-r * 0.8}H${-r - 3}Z`;
  if (node.kind === "chance") return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
  return box(r - 2, r - 2);
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
