/** Changes to a tree in its JSON form. What was named by rule is named anew by the server. */

export interface JsonEdge {
  action?: string;
  probability?: string | number;
  node: JsonNode;
}

export interface JsonNode {
  name?: string;
  player?: string;
  utility?: unknown;
  evaluation?: unknown;
  children?: JsonEdge[];
}

export interface JsonTree {
  players?: string[];
  turns?: string[];
  root: JsonNode;
}

/** Which child to take, from the root on. */
export type Path = readonly number[];

export function parseTree(text: string): JsonTree {
  return JSON.parse(text) as JsonTree;
}

export function nodeAt(tree: JsonTree, path: Path): JsonNode | null {
  let node: JsonNode | undefined = tree.root;
  for (const at of path) node = node?.children?.[at]?.node;
  return node ?? null;
}

export function edgeAt(tree: JsonTree, path: Path): JsonEdge | null {
  const at = path[path.length - 1];
  if (at === undefined) return null;
  return nodeAt(tree, path.slice(0, -1))?.children?.[at] ?? null;
}

/** A new leaf below the node; a leaf that gets one is a leaf no more. */
export function addChild(tree: JsonTree, path: Path, utility: unknown): Path {
  const node = nodeAt(tree, path);
  if (!node) return path;
  if (!node.children) {
    node.children = [];
    delete node.utility;
    delete node.player;
  }
  for (const edge of node.children) delete edge.probability;
  node.children.push({ node: { utility } });
  return [...path, node.children.length - 1];
}

/** The node and all below it are gone; a parent left alone becomes a leaf worth `utility`. */
export function remove(tree: JsonTree, path: Path, utility: unknown): Path {
  const parent = nodeAt(tree, path.slice(0, -1));
  const at = path[path.length - 1];
  if (!parent?.children || at === undefined) return path;
  parent.children.splice(at, 1);
  for (const edge of parent.children) delete edge.probability;
  if (parent.children.length === 0) {
    delete parent.children;
    delete parent.player;
    delete parent.evaluation;
    parent.utility = utility;
  }
  return path.slice(0, -1);
}

/** The node changes places with the sibling before (-1) or after it (1). */
export function shift(tree: JsonTree, path: Path, by: 1 | -1): Path {
  const children = nodeAt(tree, path.slice(0, -1))?.children;
  const at = path[path.length - 1];
  if (!children || at === undefined) return path;
  const to = at + by;
  const [here, there] = [children[at], children[to]];
  if (!here || !there) return path;
  children[to] = here;
  children[at] = there;
  return [...path.slice(0, -1), to];
}

/** Probabilities for all edges of a chance node at once, for they must add up to 1. */
export function setProbabilities(tree: JsonTree, path: Path, text: string): void {
  const given = text.split(/[,;]/).map((piece) => piece.trim());
  const children = nodeAt(tree, path)?.children ?? [];
  children.forEach((edge, at) => {
    const probability = given[at];
    if (probability) edge.probability = probability;
    else delete edge.probability;
  });
}

/** A utility as typed: a number, or a list of one for each player. */
export function readUtility(text: string): unknown {
  const numbers = text
    .replace(/[[\]()−]/g, (sign) => (sign === "−" ? "-" : ""))
    .split(",")
    .map((piece) => piece.trim());
  return numbers.length > 1 ? numbers : (numbers[0] ?? "");
}

/** A leaf's value where none was given: nothing for nobody. */
export function nothing(tree: JsonTree, players: number): unknown {
  return typeof firstUtility(tree.root) === "object" ? new Array<number>(players).fill(0) : 0;
}

function firstUtility(node: JsonNode): unknown {
  if (!node.children) return node.utility;
  const first = node.children[0];
  return first ? firstUtility(first.node) : undefined;
}

/** Take away the names and actions that the rule gives anyway, before nodes move about. */
export function forgetRuledNames(tree: JsonTree): void {
  function visit(node: JsonNode, ruled: string, root: boolean): void {
    const name = node.name ?? ruled;
    if (name === ruled) delete node.name;
    const dots = (node.children?.length ?? 0) > 9 && !root;
    (node.children ?? []).forEach((edge, at) => {
      const number = at + 1;
      const prefix = /^[A-Z]\d*$/.test(name) ? name.toLowerCase() : "a";
      if (edge.action === `${prefix}${number}` || edge.action === `${name.toLowerCase()}.${number}`)
        delete edge.action;
      const child = root ? letters(at + 1) : dots ? `${name}.${number}` : `${name}${number}`;
      visit(edge.node, child, false);
    });
  }
  visit(tree.root, "A", true);
}

/** 0 is A, 25 is Z, 26 is AA. */
function letters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : letters(Math.floor(at / 26) - 1) + last;
}
