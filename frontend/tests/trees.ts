/** Small trees for the tests, written by hand as the server would send them. */
import type { Event, NodeKind, TreePayload, TreeNodePayload } from "../src/protocol";

export type Sketch = number | readonly Sketch[];

/** A tree of MAX and MIN in turn from nested lists of leaf values. */
export function sketch(of: Sketch): TreePayload {
  const nodes: TreeNodePayload[] = [];
  function add(part: Sketch, parent: number | null, at: number, depth: number): number {
    const id = nodes.length;
    const leaf = typeof part === "number";
    const kind: NodeKind = leaf ? "leaf" : depth % 2 ? "min" : "max";
    nodes.push({
      id,
      parent,
      name: `n${id}`,
      kind,
      player: "",
      action: parent === null ? null : `a${at}`,
      probability: null,
      value: leaf ? String(part) : null,
      number: leaf ? part : null,
      bound: "exact",
      leaf: leaf ? "terminal" : null,
      pruned: false,
      chosen: false,
      children: [],
    });
    if (typeof part !== "number") {
      const children = part.map((child, index) => add(child, id, index, depth + 1));
      const node = nodes[id];
      if (node) node.children = children;
    }
    return id;
  }
  add(of, null, 0, 0);
  return { players: ["MAX", "MIN"], nodes };
}

export function event(kind: Event["kind"], node: number, more: Partial<Event> = {}): Event {
  return { kind, node, line: null, text: `${kind} ${node}`, ...more };
}

/** The events of plain minimax over the tree: what a depth-first search says. */
export function walk(tree: TreePayload, skip: ReadonlySet<number> = new Set()): Event[] {
  const events: Event[] = [];
  function visit(id: number): void {
    const node = tree.nodes[id];
    if (!node) return;
    if (node.children.length === 0) {
      events.push(event("leaf", id, { value: node.value ?? "" }));
      return;
    }
    events.push(event("enter", id));
    const cut = node.children.filter((child) => skip.has(child));
    for (const child of node.children) if (!skip.has(child)) visit(child);
    if (cut.length) events.push(event("cut", id, { pruned: cut, reason: "why" }));
    events.push(event("leave", id, { value: "0" }));
  }
  visit(0);
  return events;
}
