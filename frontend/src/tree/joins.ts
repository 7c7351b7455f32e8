/**
 * The lines that join the nodes of an information set, below the shapes of one level: as in the
 * drawings of `adversario.render.joins`. Sets that overlap differ in height.
 */
import type { IndexedTree } from "./index_tree";
import type { Placed } from "./layout";
import { RADIUS } from "./shapes";

export interface Join {
  readonly first: Placed;
  readonly second: Placed;
  /** From the middle of the level to the line. */
  readonly below: number;
}

const FIRST = RADIUS + 15;
const LANE = 6;
/** From the middle of a node to the line. */
const ASIDE = 9;

export function joinsOf(tree: IndexedTree, visible: readonly Placed[]): Join[] {
  const families = new Map<string, Placed[]>();
  for (const place of visible) {
    const set = tree.nodes[place.id]?.set;
    if (set == null) continue;
    const key = `${place.y} ${set}`;
    const family = families.get(key);
    if (family) family.push(place);
    else families.set(key, [place]);
  }
  const together = [...families.values()]
    .filter((family) => family.length > 1)
    .map((family) => family.sort((a, b) => a.x - b.x))
    .sort(([a], [b]) => (a?.y ?? 0) - (b?.y ?? 0) || (a?.x ?? 0) - (b?.x ?? 0));
  const levels = new Map<number, number[]>();
  const found: Join[] = [];
  for (const family of together) {
    const [left, right] = [family[0], family[family.length - 1]];
    if (!left || !right) continue;
    const lanes = levels.get(left.y) ?? [];
    levels.set(left.y, lanes);
    const free = lanes.findIndex((end) => end < left.x);
    const lane = free < 0 ? lanes.length : free;
    lanes[lane] = right.x;
    family.slice(1).forEach((second, at) => {
      const first = family[at];
      if (first) found.push({ first, second, below: FIRST + LANE * lane });
    });
  }
  return found;
}

export function joinPath(first: Placed, second: Placed, below: number): string {
  const [from, to] = [(first.x + ASIDE).toFixed(1), (second.x - ASIDE).toFixed(1)];
  const [top, line] = [first.y + RADIUS, first.y + below];
  return `M${from} ${top}V${line}H${to}V${top}`;
}
