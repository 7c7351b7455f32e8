/** The order in which children are tried, by the name of their parent. */
import type { IndexedTree } from "./index_tree";

export type Order = Record<string, string[]>;

/** The names with the one at `from` put at `to`. */
export function moved(names: readonly string[], from: number, to: number): string[] {
  const after = [...names];
  const [taken] = after.splice(from, 1);
  if (taken !== undefined) after.splice(to, 0, taken);
  return after;
}

/** Every node's best child first, or (-1) its worst, by the values of a whole search. */
export function bestFirst(tree: IndexedTree, side: 1 | -1): Order {
  const order: Order = {};
  for (const node of tree.nodes) {
    if (node.children.length < 2 || (node.kind !== "max" && node.kind !== "min")) continue;
    const sign = (node.kind === "max" ? 1 : -1) * side;
    const worth = (id: number) => (tree.nodes[id]?.number ?? 0) * sign;
    const sorted = [...node.children].sort((a, b) => worth(b) - worth(a));
    order[node.name] = sorted.map((id) => tree.nodes[id]?.action ?? "");
  }
  return order;
}
