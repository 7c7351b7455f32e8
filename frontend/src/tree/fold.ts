/** Which nodes of a large tree are in the picture: the top of it, the way to here, and what was asked for. */
import { type IndexedTree, pathTo } from "./index_tree";

/** What the user opened and closed by hand. */
export type Hands = ReadonlyMap<number, boolean>;

/** Levels are unfolded without being asked while there are no more nodes than this. */
export const UNASKED = 90;

/** The nodes whose children are shown, wherever the search is. */
export function unfolded(tree: IndexedTree, hands: Hands, all = false): Set<number> {
  const open = new Set<number>();
  let level = [0];
  let shown = 1;
  let whole = true;
  while (level.length > 0) {
    shown += level.reduce((sum, id) => sum + (tree.nodes[id]?.children.length ?? 0), 0);
    whole &&= all || shown <= UNASKED;
    const next: number[] = [];
    for (const id of level) {
      const children = tree.nodes[id]?.children ?? [];
      if (children.length === 0 || !(hands.get(id) ?? whole)) continue;
      open.add(id);
      for (const child of children) next.push(child);
    }
    level = next;
  }
  return open;
}

/** The same and the way to the current node; the very same set if that is open already. */
export function withWay(
  tree: IndexedTree,
  open: Set<number>,
  hands: Hands,
  current: number,
): Set<number> {
  if (current < 0) return open;
  const way = pathTo(tree, current).slice(0, -1);
  const closed = way.filter((id) => !open.has(id) && hands.get(id) !== false);
  return closed.length === 0 ? open : new Set([...open, ...closed]);
}
