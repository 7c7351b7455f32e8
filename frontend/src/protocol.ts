// Generated from src/adversario/web/protocol/: do not edit.
// To write it anew: python -m adversario.web.typescript > frontend/src/protocol.ts

export type OptionKind = "number" | "yesno" | "numbers" | "text";

export type Language = "en" | "es";

export type NodeKind = "max" | "min" | "chance" | "own" | "leaf";

export type LeafKind = "terminal" | "evaluation" | "table" | "unlikely";

export type BoardKind = "grid" | "drop" | "hex" | "pits" | "heaps";

export type Bound = "exact" | "lower" | "upper";

export type Mistake = "mistake" | "blunder";

export type Phase = "select" | "expand" | "simulate" | "backup";

export type Topic = "minimax" | "alphabeta" | "windows" | "expectiminimax" | "maxn";

export type Difficulty = "easy" | "medium" | "hard";

export type Part = "value" | "alpha" | "beta" | "action" | "discarded";

export type ExportFormat = "text" | "json" | "svg" | "tikz";

export type ErrorCode = "message" | "input" | "tree" | "limit" | "busy" | "stopped" | "time" | "crashed";

export type EventKind = "enter" | "leaf" | "child" | "update" | "cut" | "leave" | "note" | "iteration" | "phase";

/** An option of a game. `choices` are all there are, if that is known. */
export interface Option {
  name: string;
  default: string;
  kind: OptionKind;
  choices: string[] | null;
}

/**
 * A game that can be played here.
 *
 * `board`: it shows cells to click on. `map`: it may have a map of optimal play. `fits` are the
 * searches that can be used, the one recommended being `recommended`; `levels` is the greatest
 * strength of the opponent `level:1`, `level:2`, ...
 */
export interface GameInfo {
  name: string;
  title: string;
  description: string;
  options: Option[];
  players: number;
  player_names: string[];
  chance: boolean;
  board: boolean;
  map: boolean;
  fits: string[];
  recommended: string;
  levels: number;
}

/** A search. `anytime`: it has an answer whenever it is stopped, and no depth. */
export interface AlgorithmInfo {
  name: string;
  title: string;
  two_sided: boolean;
  chance: boolean;
  anytime: boolean;
}

/** Who can be played against. `timed`: it obeys a limit of time or depth. */
export interface OpponentInfo {
  name: string;
  title: string;
  timed: boolean;
}

/** What a request may ask for at most. */
export interface Limits {
  message_bytes: number;
  tree_nodes: number;
  events: number;
  depth: number;
  seconds: number;
  moves: number;
  lines: number;
  simulations: number;
  actions: number;
  requests: number;
}

/** What the server offers. `session` resumes after a dropped connection. */
export interface Hello {
  session: string;
  version: string;
  lang: Language;
  languages: string[];
  games: GameInfo[];
  algorithms: AlgorithmInfo[];
  opponents: OpponentInfo[];
  limits: Limits;
}

/** The texts of the interface, by identifier; `{name}` stands for a detail. */
export interface Texts {
  lang: Language;
  texts: Record<string, string>;
}

/** A place of a board. `owner` is the player whose piece is there; `count` where pieces pile. */
export interface CellPayload {
  index: number;
  row: number;
  column: number;
  name: string;
  label: string;
  owner: number | null;
  mark: string;
  count: number | null;
}

/** A board as data. `last` are the cells that the last move changed. */
export interface BoardPayload {
  kind: BoardKind;
  rows: number;
  columns: number;
  cells: CellPayload[];
  last: number[];
}

/** A legal action, and the cells that stand for it, in the order in which to choose them. */
export interface ActionPayload {
  name: string;
  cells: number[];
}

/** What chance may bring, and how likely. */
export interface Chance {
  name: string;
  probability: string;
  cells: number[];
}

/** A position to be shown. `more`: actions beyond those listed. */
export interface ViewPayload {
  game: string;
  position: string;
  moves: string[];
  player: number;
  player_name: string;
  players: string[];
  terminal: boolean;
  utilities: string[] | null;
  outcome: string;
  actions: ActionPayload[];
  more: boolean;
  chances: Chance[];
  board: BoardPayload | null;
  svg: string;
  text: string;
}

/** What an action of the root is worth. `visits` in Monte Carlo tree search. */
export interface ScoredPayload {
  action: string;
  number: number | null;
  text: string;
  bound: Bound;
  visits: number | null;
}

/** A line of best play, and what it is worth; `win_in` is in plies, where a win is proven. */
export interface Line {
  number: number | null;
  text: string;
  moves: string[];
  win_in: number | null;
}

/**
 * What a search knows by now.
 *
 * Values are player 0's in a two-sided game, otherwise every player's; `number` is player 0's.
 * `share` is the same between 0 (all for the others) and 1, for a bar. `winner` and `win_in`
 * (plies) are there when a win is proven.
 */
export interface Analysis {
  algorithm: string;
  action: string | null;
  depth: number | null;
  number: number | null;
  text: string;
  share: number | null;
  proven: boolean;
  winner: number | null;
  win_in: number | null;
  nodes: number;
  nps: number;
  hash: number | null;
  cutoffs: number;
  pruned: number | null;
  branching: number;
  seconds: number;
  moves: ScoredPayload[];
  lines: Line[];
}

/** The action that was chosen, or what chance brought, and the analysis behind it. */
export interface Moved {
  action: string;
  analysis: Analysis | null;
}

/**
 * One move of a game looked at again: what the position is worth after it, to player 0.
 *
 * `note` says what is wrong with a mistake, and `best` what was better.
 */
export interface MoveValue {
  ply: number;
  move: string;
  player: number;
  number: number | null;
  text: string;
  share: number | null;
  proven: boolean;
  mistake: Mistake | null;
  best: string | null;
  note: string;
}

/** A game looked at again, move by move; chance is passed over. */
export interface Values {
  values: MoveValue[];
}

/**
 * A node of a tree, its number that of its place in the list.
 *
 * `value` is what the search or the tree says in the end, None if nothing is known. `pruned`
 * nodes were never visited, `chosen` ones are on the line of best play.
 */
export interface TreeNodePayload {
  id: number;
  parent: number | null;
  name: string;
  kind: NodeKind;
  player: string;
  action: string | null;
  probability: string | null;
  value: string | null;
  number: number | null;
  bound: Bound;
  leaf: LeafKind | null;
  pruned: boolean;
  chosen: boolean;
  children: number[];
}

/** A tree as a list of nodes in preorder, the root first. */
export interface TreePayload {
  players: string[];
  nodes: TreeNodePayload[];
}

/** What Monte Carlo tree search has at a node: N, W, Q, and the bound by which it is chosen. */
export interface Visits {
  node: number;
  n: number;
  w: string;
  q: string;
  ucb: string | null;
}

/**
 * A step of a search.
 *
 * `line` is that of the pseudocode; `text` is the step in words, "" where there is nothing to
 * add. `alpha` and `beta` are the window of the node then. A cut has the branches that it prunes
 * and the reason in words. In Monte Carlo tree search a step is a `phase` of a simulation, with
 * the nodes it goes through, from the root, and what is known of those it compares or changes.
 */
export interface Event {
  kind: EventKind;
  node: number;
  line: number | null;
  text: string;
  alpha?: string | null;
  beta?: string | null;
  value?: string | null;
  action?: string | null;
  bound?: Bound | null;
  reason?: string | null;
  pruned?: number[];
  phase?: Phase | null;
  path?: number[];
  stats?: Visits[];
}

/** What a search cost. */
export interface StatisticsPayload {
  nodes: number;
  leaves: number;
  evaluations: number;
  cutoffs: number;
  pruned: number | null;
  depth: number;
  branching: number;
  seconds: number;
}

/** A search from its first step to its last. */
export interface Search {
  algorithm: string;
  title: string;
  tree: TreePayload;
  events: Event[];
  pseudocode: string[];
  conclusion: string;
  action: string | null;
  value: string;
  statistics: StatisticsPayload;
}

/** A tree that is well written: in both notations, and with the value of every node. */
export interface TreeChecked {
  tree: TreePayload;
  notation: string;
  json: string;
  players: string[];
  fits: string[];
  recommended: string;
  action: string | null;
  value: string;
}

/** A file to be kept. */
export interface Exported {
  name: string;
  mime: string;
  content: string;
}

/** Something to be answered about a node; an action's node is the root. */
export interface Asked {
  node: string;
  part: Part;
}

/** A question about a tree. `parts` is empty where it is which leaves are discarded. */
export interface ExercisePayload {
  topic: Topic;
  seed: number;
  difficulty: Difficulty;
  depth: number;
  branching: number;
  players: number;
  title: string;
  statement: string[];
  tree: TreePayload;
  notation: string;
  asked: string[];
  parts: Asked[];
  actions: string[];
}

/** The judgement of an answer; `node` and `part` are where the first mistake is. */
export interface GradePayload {
  right: boolean;
  correct: number;
  total: number;
  node: string | null;
  part: Part | null;
  mistake: string | null;
  line: string | null;
  text: string;
  key: string;
}

/** The right answer, and the search that finds it. */
export interface ExerciseKey {
  key: string;
  discarded: string[];
  search: Search;
}

/** Exercises to be printed: a picture of each, and all of them as a LaTeX document. */
export interface Sheet {
  sheets: string[];
  tikz: string;
}

/** What one algorithm found, and at what cost; `reason` if it cannot be used here. */
export interface Row {
  algorithm: string;
  title: string;
  fits: boolean;
  reason: string | null;
  value: string;
  action: string | null;
  nodes: number;
  leaves: number;
  cutoffs: number;
  pruned: number | null;
  branching: number;
  seconds: number;
}

/** Several algorithms on one position. */
export interface Comparison {
  rows: Row[];
}

/** The nodes that one algorithm visits, by depth, if it gets there; it may end early. */
export interface Series {
  algorithm: string;
  title: string;
  nodes: (number | null)[];
}

/**
 * How searches grow with depth; `full` and `best` are b^d and b^(d/2).
 *
 * The branching b is such that b^d is the size of the whole tree to the greatest depth searched.
 */
export interface Growth {
  branching: number;
  depths: number[];
  series: Series[];
  full: number[];
  best: number[];
}

/** A board of a map: where it is in the picture, and the moves that lead there. */
export interface MapCell {
  x: number;
  y: number;
  width: number;
  height: number;
  moves: string[];
  label: string;
}

/** A map of optimal play: the picture, and the boards in it, larger ones first. */
export interface Map {
  svg: string;
  title: string;
  decisions: number;
  cells: MapCell[];
}

/** A position of a game: moves played from a position, or from the start. */
export interface PlacePayload {
  game: string;
  options?: Record<string, string>;
  position?: string | null;
  moves?: string[];
}

/** A position of a game, or a tree as text. */
export interface PlaceOrTree {
  tree?: string | null;
  game?: string | null;
  options?: Record<string, string>;
  position?: string | null;
  moves?: string[];
}

/** The first request of a session. */
export type HelloRequest = Record<string, never>;

/** The texts of the interface, in the language of the request. */
export type TextsRequest = Record<string, never>;

/** A position to be shown. */
export type ViewRequest = PlacePayload;

/** The move of an automatic player, or of chance where it is chance's turn. */
export interface MoveRequest extends PlacePayload {
  player?: string;
  time?: number | null;
  depth?: number | null;
  seed?: number;
}

/** A position looked at ever deeper, until it is stopped or a limit is reached. */
export interface AnalyseRequest extends PlacePayload {
  algorithm?: string | null;
  time?: number | null;
  depth?: number | null;
  lines?: number;
}

/** Every move of a game analysed again, each for `time` seconds. */
export interface ValuesRequest extends PlacePayload {
  time?: number;
}

/**
 * A search to be stepped through.
 *
 * `order` has, by position, the actions in the order in which to try them. `deepening` searches
 * to depth 1, 2, 3, ... in turn. `simulations` and `seed` are for Monte Carlo tree search.
 */
export interface SearchRequest extends PlaceOrTree {
  algorithm?: string | null;
  depth?: number | null;
  hard?: boolean;
  strict?: boolean;
  deepening?: boolean;
  simulations?: number;
  seed?: number;
  order?: Record<string, string[]>;
}

/** A tree, in its notation or as JSON, to be read and evaluated. */
export interface TreeCheckRequest {
  text: string;
}

/** A tree as a file; pictures show what a search makes of it, if one is named. */
export interface TreeExportRequest {
  text: string;
  format: ExportFormat;
  algorithm?: string | null;
}

/** The exercise that these determine. */
export interface ExerciseRequest {
  topic: Topic;
  seed: number;
  difficulty?: Difficulty;
  depth?: number;
  branching?: number;
  players?: number;
}

/** An answer to an exercise, written as its statement says. */
export interface GradeRequest extends ExerciseRequest {
  answer: string;
}

/** The right answer to an exercise. */
export type KeyRequest = ExerciseRequest;

/** Several exercises to be printed, from the seed on. */
export interface SheetRequest extends ExerciseRequest {
  count?: number;
  key?: boolean;
}

/** Algorithms side by side on one position; by default all that fit. */
export interface CompareRequest extends PlaceOrTree {
  algorithms?: string[];
  depth?: number | null;
  order?: Record<string, string[]>;
}

/** Algorithms on one position, to depth 1, 2, 3, ... */
export interface GrowthRequest extends PlaceOrTree {
  algorithms?: string[];
  depth?: number;
}

/** The map of optimal play for a player. */
export interface MapRequest extends PlacePayload {
  player?: number;
  depth?: number | null;
}

/** The fields that every request has; ids grow from request to request. */
export interface Head {
  id: number;
  lang?: Language | null;
}

/** A request is to end: with what it has found, or without an answer. */
export interface Cancel {
  id: number;
}

/** After a lost connection: the last number seen of every request that is still open. */
export interface Resume {
  seen: Record<string, number>;
}

/** Why a request got no result; `line` and `column` where a typed text is wrong. */
export interface ProblemPayload {
  code: ErrorCode;
  message: string;
  line?: number | null;
  column?: number | null;
}

export interface Exchanges {
  "hello": { request: HelloRequest; result: Hello; update: never };
  "texts": { request: TextsRequest; result: Texts; update: never };
  "view": { request: ViewRequest; result: ViewPayload; update: never };
  "move": { request: MoveRequest; result: Moved; update: Analysis };
  "analyse": { request: AnalyseRequest; result: Analysis; update: Analysis };
  "values": { request: ValuesRequest; result: Values; update: MoveValue };
  "search": { request: SearchRequest; result: Search; update: never };
  "tree.check": { request: TreeCheckRequest; result: TreeChecked; update: never };
  "tree.export": { request: TreeExportRequest; result: Exported; update: never };
  "exercise": { request: ExerciseRequest; result: ExercisePayload; update: never };
  "exercise.grade": { request: GradeRequest; result: GradePayload; update: never };
  "exercise.key": { request: KeyRequest; result: ExerciseKey; update: never };
  "exercise.sheet": { request: SheetRequest; result: Sheet; update: never };
  "compare": { request: CompareRequest; result: Comparison; update: Row };
  "growth": { request: GrowthRequest; result: Growth; update: Growth };
  "map": { request: MapRequest; result: Map; update: never };
}

export type RequestType = keyof Exchanges;

/** What the client sends: a request with a number of its own, or a word about one. */
export type ClientMessage =
  | {
      [K in RequestType]: { id: number; type: K; lang?: Language } & Exchanges[K]["request"];
    }[RequestType]
  | { type: "cancel"; id: number }
  | { type: "resume"; seen: Record<string, number> };

/** What the server sends: numbered from 0 for each request; the last is a result or an error. */
export type ServerMessage =
  | { id: number; seq: number; type: "update"; value: unknown }
  | { id: number; seq: number; type: "result"; value: unknown }
  | ({ id: number; seq: number; type: "error" } & ProblemPayload)
  | { type: "expired" } // the session is forgotten: another has begun
  | { type: "resend"; ids: number[] } // requests that were lost on their way
  | ({ type: "refused" } & ProblemPayload); // a message that is no request
