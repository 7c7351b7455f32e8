/** A tree with what drawing and stepping need to know of it, worked out once. */
import type { TreePayload, TreeNodePayload } from "../protocol";

export interface IndexedTree {
  readonly nodes: readonly TreeNodePayload[];
  readonly depth: Int32Array;
  /** How many nodes there are below and with each. */
  readonly size: Int32Array;
  readonly height: number;
}

export function indexTree({ nodes }: TreePayload): IndexedTree {
  const depth = new Int32Array(nodes.length);
  const size = new Int32Array(nodes.length).fill(1);
  let height = 0;
  for (const node of nodes) {
    if (node.parent === null) continue;
    depth[node.id] = (depth[node.parent] ?? 0) + 1;
    height = Math.max(height, depth[node.id] ?? 0);
  }
  for (let id = nodes.length - 1; id > 0; id--) {
    const parent = nodes[id]?.parent;
    if (parent !== null && parent !== undefined)
      size[parent] = (size[parent] ?? 0) + (size[id] ?? 0);
  }
  return { nodes, depth, size, height };
}

/** The nodes from the root down to this one. */
export function pathTo(tree: IndexedTree, id: number): number[] {
  const path: number[] = [];
  for (let at: number | null | undefined = id; at !== null && at !== undefined && at >= 0;) {
    path.push(at);
    at = tree.nodes[at]?.parent;
  }
  return path.reverse();
}

/** The node itself and all below it. */
export function below(tree: IndexedTree, id: number): number[] {
  const found = [id];
  for (let at = 0; at < found.length; at++)
    found.push(...(tree.nodes[found[at] ?? 0]?.children ?? []));
  return found;
}

/** What leads to the node: the actions from the root, for matching it in another tree. */
export function isLeaf(node: TreeNodePayload): boolean {
  return node.children.length === 0;
}
