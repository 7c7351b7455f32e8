/** The boards of the nodes of a search on a game. */
import { useMemo } from "preact/hooks";
import { useAnswer } from "../app";
import type { BoardPayload } from "../protocol";
import type { Run } from "./explorer";
import { type IndexedTree, pathTo } from "./index_tree";
import type { Source } from "./source";

export type NodeBoards = readonly (BoardPayload | null)[];

/** Trees with more nodes have no boards: they would be too small to see. */
const MOST = 150;

/** The actions from the root to the node. */
export function actionsTo(tree: IndexedTree, id: number): string[] {
  return pathTo(tree, id)
    .slice(1)
    .map((each) => tree.nodes[each]?.action ?? "");
}

/** The boards by node, once they are there; null without. */
export function useBoards(
  run: Run | null,
  source: Pick<Source, "kind" | "request">,
  wanted: boolean,
): NodeBoards | null {
  const tree = run?.tree;
  const paths = useMemo(
    () => tree && tree.nodes.map(({ id }) => actionsTo(tree, id)),
    [tree],
  );
  const few = paths !== undefined && paths.length <= MOST;
  const { game, ...place } = source.request;
  const ask = wanted && few && source.kind === "game" && game !== undefined && game !== null;
  const { value } = useAnswer("boards", ask ? { ...place, game, paths } : null);
  const boards = value?.boards ?? null;
  const fitting = boards !== null && boards.length === paths?.length;
  return fitting && boards.some((board) => board !== null) ? boards : null;
}
