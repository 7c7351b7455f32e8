/** Where the nodes go: the tidy tree of Reingold and Tilford, as d3-hierarchy has it. */
import { hierarchy, tree as tidy } from "d3-hierarchy";
import type { IndexedTree } from "./index_tree";
import { edgeText, reachOf, SIZES } from "./labels";
import { textWidth } from "./letters";

export interface Placed {
  readonly id: number;
  readonly parent: number | null;
  readonly x: number;
  readonly y: number;
  /** Nodes hidden below this one. */
  readonly hidden: number;
  /** On which side the texts are: away from the line to the parent. */
  readonly side: 1 | -1;
  /** The height of the board below the node. */
  readonly drop: number;
}

export interface Layout {
  readonly placed: readonly Placed[];
  readonly byId: ReadonlyMap<number, Placed>;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

/** What a drawing must have room for, beside the tree itself. */
export interface Room {
  /** The longest texts that are ever beside a node: its windows, its visits. */
  readonly lines?: (id: number) => readonly string[];
  /** The size of the boards below the nodes. */
  readonly board?: { readonly width: number; readonly height: number } | undefined;
}

export const LEVEL = 96;
/** Between a node and its board. */
export const BOARD_GAP = 6;
const GAP = 6;
const COUSINS = 14;
const EDGE_GAP = 8;
/** How near to each other two lines from one parent still are at the height of their texts. */
const SPREAD = 0.72;

export function layoutTree(tree: IndexedTree, open: ReadonlySet<number>, room: Room = {}): Layout {
  const guess = place(tree, open, room, new Map());
  const sides = new Map(guess.placed.map((each) => [each.id, outward(each, guess)]));
  return place(tree, open, room, sides);
}

/** To the left where the parent is on the right, else to the right. */
function outward({ parent, x }: Placed, { byId }: Layout): 1 | -1 {
  const above = parent === null ? undefined : byId.get(parent);
  return above && above.x > x + 1 ? -1 : 1;
}

function place(
  tree: IndexedTree,
  open: ReadonlySet<number>,
  room: Room,
  sides: ReadonlyMap<number, 1 | -1>,
): Layout {
  const children = (id: number): number[] => (open.has(id) ? (tree.nodes[id]?.children ?? []) : []);
  const reach = new Map<number, [number, number]>();
  const edge = new Map<number, number>();
  const root = hierarchy<number>(0, (id) => children(id));
  root.each(({ data: id }) => {
    const node = tree.nodes[id];
    if (!node) return;
    const lines = room.lines?.(id) ?? [];
    reach.set(id, reachOf(node, sides.get(id) ?? 1, lines, room.board?.width ?? 0));
    edge.set(id, textWidth(edgeText(node.action, node.probability), SIZES.edge));
  });
  const drop = room.board ? room.board.height + 2 * BOARD_GAP : 0;
  const placedRoot = tidy<number>()
    .nodeSize([1, LEVEL + drop])
    .separation((a, b) => {
      // Numbers are in preorder, so that of two nodes of a level the lesser one is on the left.
      const [left, right] = a.data < b.data ? [a.data, b.data] : [b.data, a.data];
      const brothers = a.parent === b.parent;
      const nodes = (reach.get(left)?.[1] ?? 0) + (reach.get(right)?.[0] ?? 0);
      const texts = ((edge.get(left) ?? 0) + (edge.get(right) ?? 0)) / 2 + EDGE_GAP;
      return Math.max(nodes + (brothers ? GAP : COUSINS), texts / (brothers ? SPREAD : 1));
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
      side: sides.get(id) ?? 1,
      drop,
    });
    const [before, after] = reach.get(id) ?? [0, 0];
    left = Math.min(left, node.x - before);
    right = Math.max(right, node.x + after);
    bottom = Math.max(bottom, node.y + drop);
  });
  return { placed, byId: new Map(placed.map((each) => [each.id, each])), left, right, bottom };
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
