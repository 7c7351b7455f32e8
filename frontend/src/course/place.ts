/** The fields of live blocks as requests. */
import { optionsOf } from "../app";
import type { PlaceOrTree, PlacePayload } from "../protocol";

export type Fields = Readonly<Record<string, string>>;

/** The game of `nim:heaps=3-4` and the moves to a position of it. */
export function gamePlace(fields: Fields): PlacePayload {
  const [game = "", options = ""] = split(fields.game ?? "");
  return { game, options: optionsOf(options), moves: movesOf(fields) };
}

export function placeOrTree(fields: Fields): PlaceOrTree {
  return fields.tree === undefined ? gamePlace(fields) : { tree: fields.tree };
}

export function movesOf(fields: Fields): string[] {
  return (fields.moves ?? "").split(" ").filter(Boolean);
}

export function whole(fields: Fields, name: string, otherwise: number): number {
  return fields[name] === undefined ? otherwise : Number(fields[name]);
}

function split(game: string): [string, string] {
  const at = game.indexOf(":");
  return at < 0 ? [game, ""] : [game.slice(0, at), game.slice(at + 1)];
}
