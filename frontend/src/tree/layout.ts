/** Where the nodes go: the tidy tree of Reingold and Tilford, as d3-hierarchy has it. */
import { hierarchy, tree as tidy } from "d3-hierarchy";
import { type IndexedTree, isLeaf } from "./index_tree";

export interface Placed {
  readonly id: number;
  readonly parent: number | null;
  readonly x: number;
  readonly y: number;
  /** Nodes hidden below this one. */
  readonly hidden: number;
}

export interface Layout {
  readonly placed: readonly Placed[];
  readonly byId: ReadonlyMap<number, Placed>;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

export const LEVEL = 92;
const LETTER = 7.4;
const NARROWEST = 36;

export function layoutTree(tree: IndexedTree, open: ReadonlySet<number>): Layout {
  const children = (id: number): number[] => (open.has(id) ? (tree.nodes[id]?.children ?? []) : []);
  const widths = new Map<number, number>();
  const root = hierarchy<number>(0, (id) => children(id));
  root.each(({ data }) => widths.set(data, widthOf(tree, data)));
  const placedRoot = tidy<number>()
    .nodeSize([1, LEVEL])
    .separation((a, b) => {
      const half = ((widths.get(a.data) ?? 0) + (widths.get(b.data) ?? 0)) / 2;
      return half + (a.parent === b.parent ? 4 : 14);
    })(root);
  const placed: Placed[] = [];
  let [left, right, bottom] = [Infinity, -Infinity, 0];
  placedRoot.each((node) => {
    const id = node.data;
    placed.push({
      id,
      parent: node.parent?.data ?? null,
      x: node.x,
      y: node.y,
      hidden: node.children ? 0 : (tree.size[id] ?? 1) - 1,
    });
    const half = (widths.get(id) ?? 0) / 2;
    left = Math.min(left, node.x - half);
    right = Math.max(right, node.x + half);
    bottom = Math.max(bottom, node.y);
  });
  return { placed, byId: new Map(placed.map((each) => [each.id, each])), left, right, bottom };
}

/** Room for the label, the value and the action above, whichever is longest. */
export function widthOf(tree: IndexedTree, id: number): number {
  const node = tree.nodes[id];
  if (!node) return NARROWEST;
  const longest = Math.max(
    (node.value ?? "").length + (isLeaf(node) ? 1 : 0),
    edgeText(node.action, node.probability).length,
    isLeaf(node) ? 0 : 3,
  );
  return Math.max(NARROWEST, longest * LETTER + 10);
}

const LONGEST_EDGE = 12;

export function edgeText(action: string | null, probability: string | null): string {
  const text = probability ?? action ?? "";
  return text.length > LONGEST_EDGE ? `${text.slice(0, LONGEST_EDGE - 1)}…` : text;
}

/** The nearest shown node in a direction, for the arrow keys. */
export function neighbour(layout: Layout, id: number, key: string): number | null {
  const here = layout.byId.get(id);
  if (!here) return null;
  if (key === "Home") return 0;
  if (key === "ArrowUp") return here.parent;
  if (key === "ArrowDown") {
    const children = layout.placed.filter((each) => each.parent === id);
    return children[0]?.id ?? null;
  }
  if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
  const side = key === "ArrowLeft" ? -1 : 1;
  let best: Placed | null = null;
  for (const each of layout.placed) {
    if (each.y !== here.y || (each.x - here.x) * side <= 0) continue;
    if (!best || Math.abs(each.x - here.x) < Math.abs(best.x - here.x)) best = each;
  }
  return best?.id ?? null;
}
