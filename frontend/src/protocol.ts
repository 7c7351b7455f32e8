// Generated from src/adversario/web/protocol/: do not edit.
// To write it anew: python -m adversario.web.typescript > frontend/src/protocol.ts

export type BoardKind = "grid" | "drop" | "hex" | "pits" | "heaps" | "tiles" | "well" | "table" | "cards" | "sea" | "points";

export type Paint = "red" | "blue" | "green" | "purple" | "yellow" | "black" | "white";

export type Pieces = "marks" | "discs" | "men" | "chess" | "land";

export type Ground = "plain" | "felt" | "chequered" | "wood" | "rack";

export type SpanKind = "text" | "strong" | "emphasis" | "code" | "link" | "figure";

export type LiveKind = "board" | "explorer" | "trace" | "compare" | "plot" | "match" | "matrix" | "strategy" | "try";

export type QuestionKind = "number" | "choice" | "move" | "exercise" | "predict" | "weights";

export type CourseBlockKind = "heading" | "paragraph" | "list" | "steps" | "table" | "fence" | "text" | "live" | "question";

export type OptionKind = "number" | "yesno" | "numbers" | "text";

export type Language = "en" | "es";

export type NodeKind = "max" | "min" | "chance" | "own" | "leaf";

export type LeafKind = "terminal" | "evaluation" | "table" | "repetition" | "unlikely";

export type OpponentGroup = "people" | "levels" | "algorithms" | "engines";

export type Bound = "exact" | "lower" | "upper";

export type Ending = "win" | "draw" | "loss";

export type AnswerSource = "search" | "simulation" | "table" | "book" | "proof";

export type SeatTurn = "you" | "other" | "running" | "over";

export type Mistake = "mistake" | "blunder";

export type Phase = "select" | "expand" | "simulate" | "backup";

export type Topic = "minimax" | "alphabeta" | "windows" | "expectiminimax" | "maxn" | "dominance" | "pure" | "mixed" | "response" | "behaviour" | "bluff";

export type Difficulty = "easy" | "medium" | "hard";

export type Part = "value" | "alpha" | "beta" | "action" | "discarded";

export type ExportFormat = "text" | "json" | "svg" | "tikz";

export type ErrorCode = "message" | "input" | "tree" | "limit" | "busy" | "stopped" | "time" | "crashed";

export type EventKind = "enter" | "leaf" | "child" | "update" | "cut" | "leave" | "note" | "iteration" | "phase";

/** An option of a game. `choices` has all values, if they are known. */
export interface Option {
  name: string;
  default: string;
  kind: OptionKind;
  choices: string[] | null;
}

/**
 * A game that can be played.
 *
 * `board`: its diagram has cells to click on. `map`: it may have a map of optimal play. `fits` are
 * the searches that can be used and `recommended` is the default one; `levels` is the greatest
 * strength of the opponents `level:1`, `level:2`, ... `family` groups games of a kind; the games
 * of the user's own file are "own". `page` is the one of the manual that is about it, if any.
 */
export interface GameInfo {
  name: string;
  title: string;
  family: string;
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
  page: string;
}

/** A search. `anytime`: it has an answer whenever it is stopped, and no depth. */
export interface AlgorithmInfo {
  name: string;
  title: string;
  two_sided: boolean;
  chance: boolean;
  anytime: boolean;
}

/**
 * An automatic player. `timed`: it obeys a limit of time or depth.
 *
 * `games` are the only games that it plays; None for one that plays all that suit it.
 */
export interface OpponentInfo {
  name: string;
  title: string;
  group: OpponentGroup;
  timed: boolean;
  games?: string[] | null;
}

/** The largest values that a request may have. */
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

/**
 * What the server offers. `session` is for resuming after a lost connection.
 *
 * `hidden` are the games in which players do not see everything, `manual` is where the index of
 * the documentation is, empty if there is none.
 */
export interface Hello {
  session: string;
  version: string;
  lang: Language;
  languages: string[];
  games: GameInfo[];
  hidden: GameInfo[];
  algorithms: AlgorithmInfo[];
  opponents: OpponentInfo[];
  limits: Limits;
  manual: string;
}

/** The texts of the interface, by identifier; `{name}` is a placeholder. */
export interface Texts {
  lang: Language;
  texts: Record<string, string>;
}

/** A player: the name for people, and the paint of the pieces. */
export interface SidePayload {
  name: string;
  paint: Paint;
}

/** A cell of a board. `owner` is the player whose piece is there; `count` is for piles. */
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

/**
 * A board as data. `last` are the cells of the last move, `winning` those that decided a game.
 *
 * `bottom` is the player whose side is at the bottom, if the board has sides.
 */
export interface BoardPayload {
  kind: BoardKind;
  rows: number;
  columns: number;
  cells: CellPayload[];
  last: number[];
  winning: number[];
  pieces: Pieces;
  ground: Ground;
  bottom: number | null;
  paints: Paint[];
}

/**
 * A legal action, its label, and the cells to click for it, in order.
 *
 * `others` are other cells that mean the same, such as the mirror image.
 */
export interface ActionPayload {
  name: string;
  label: string;
  cells: number[];
  others: number[][];
}

/** An outcome of a chance node, and its probability. */
export interface Chance {
  name: string;
  probability: string;
  cells: number[];
}

/**
 * A position to display. `more` is the number of actions beyond those listed.
 *
 * `points` are those of the players so far, empty if none are counted. `winners` of a finished
 * game are all players in a draw.
 */
export interface ViewPayload {
  game: string;
  position: string;
  moves: string[];
  player: number;
  player_name: string;
  players: string[];
  sides: SidePayload[];
  points: string[];
  terminal: boolean;
  utilities: string[] | null;
  winners: number[];
  outcome: string;
  actions: ActionPayload[];
  more: boolean;
  chances: Chance[];
  board: BoardPayload | null;
  svg: string;
  text: string;
}

/** The boards of the positions asked for, in order; None where there is nothing to draw. */
export interface Boards {
  boards: (BoardPayload | null)[];
}

/**
 * The moves to a position, and the depth to search it to: None is to the end of the game.
 *
 * Without a `found` position the moves are none.
 */
export interface ExamplePosition {
  found: boolean;
  moves: string[];
  depth: number | null;
}

/**
 * The value of an action of the root. `visits` is for Monte Carlo tree search.
 *
 * `ending` is how the game ends for the player to move, if that is known, and `plies` when.
 */
export interface ScoredPayload {
  action: string;
  number: number | null;
  text: string;
  bound: Bound;
  visits: number | null;
  ending: Ending | null;
  plies: number | null;
}

/** A principal variation and its value; `win_in` is in plies, if a win is proven. */
export interface Line {
  number: number | null;
  text: string;
  moves: string[];
  win_in: number | null;
}

/**
 * The result of a search so far.
 *
 * Values are player 0's in a two-sided game, otherwise every player's; `number` is player 0's.
 * `share` is the same between 0 (a loss) and 1 (a win), for a bar. `winner` and `win_in` (plies)
 * are set if a win is proven. `source` is what answered: a search, or what is known exactly.
 * `words` say what an exact value means.
 */
export interface Analysis {
  algorithm: string;
  source: AnswerSource;
  words: string;
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

/**
 * The action chosen, or the outcome of chance, and the analysis behind it.
 *
 * `failure` says why an external engine made no move: it has lost the game.
 */
export interface Moved {
  action: string;
  analysis: Analysis | null;
  failure?: string;
}

/**
 * A move of a reviewed game: the value of the position after it, for player 0.
 *
 * `note` explains a mistake, and `best` is the better move.
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

/** A reviewed game, move by move, without chance nodes. */
export interface Values {
  values: MoveValue[];
}

/**
 * A game as the player `viewer` is shown it.
 *
 * `seats` has "person", or the name of an automatic player, for each. `sealed` is the game so far,
 * which only the server can read; without it a game begins. With `action` the viewer moves; else
 * chance and automatic players do, until the viewer notices something or a person is to move.
 * `odds` asks how likely a piece is in every cell.
 */
export interface SeatRequest {
  game: string;
  options?: Record<string, string>;
  seats?: string[];
  viewer?: number;
  sealed?: string | null;
  action?: string | null;
  odds?: boolean;
}

/** A move that the viewer noticed; `player` is -1 for chance. */
export interface SeenPayload {
  player: number;
  label: string;
}

/**
 * What a player is shown, which depends only on what they know.
 *
 * `turn`: whether the viewer is to move, or the person `next`, or no person, or the game is over.
 * `moves` are those of all players, once the game is over, when all is shown. `odds` are by cell.
 */
export interface SeatPayload {
  sealed: string;
  viewer: number;
  view: ViewPayload;
  seen: SeenPayload[];
  turn: SeatTurn;
  next: number | null;
  moves: string[];
  odds: number[];
}

/** Solve a table of payoffs of two players, typed or by the name of a textbook game. */
export interface MatrixRequest {
  text: string;
  rounds?: number;
  seed?: number;
}

/** A strategy that is struck out as dominated, in order; `words` say by what. */
export interface Struck {
  player: number;
  strategy: number;
  words: string;
}

/** The probabilities of the strategies of each player, and what they expect. */
export interface EquilibriumPayload {
  strategies: string[][];
  payoffs: string[];
}

/** How often a strategy was played in regret matching, by the number of rounds. */
export interface LearningCurve {
  player: number;
  strategy: number;
  points: number[][];
}

/**
 * A table of payoffs and its solution.
 *
 * `cells` are the payoffs by row, column and player; `best` says of which strategies are best
 * responses there. `finite`: these are all equilibria; else they are the extreme ones.
 */
export interface MatrixPayload {
  title: string;
  names: string[];
  players: string[];
  rows: string[];
  columns: string[];
  cells: string[][][];
  best: boolean[][][];
  struck: Struck[];
  equilibria: EquilibriumPayload[];
  finite: boolean;
  value: string | null;
  learning: LearningCurve[];
}

/** Learn the strategies of a game with hidden information, or of a typed tree, by CFR. */
export interface StrategyRequest extends PlaceOrTree {
  variant?: string;
  iterations?: number;
}

/** What a player knows, and the probabilities of the actions. */
export interface SetRow {
  player: string;
  known: string;
  choices: string;
}

/** How exploitable the strategy was after some iterations, and what it is in the end. */
export interface StrategyPayload {
  points: number[][];
  sets: number;
  histories: number;
  values: string[];
  rows: SetRow[];
  more: boolean;
}

/**
 * A node of a tree; its number is its index in the list.
 *
 * `value` is the final value by the search or the tree, None if it is not known. `pruned` nodes
 * were never visited; `chosen` nodes are on the principal variation. `set` is the information set
 * of the node, if it has a name.
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
  set?: string | null;
}

/** A tree as a list of nodes in preorder, the root first. */
export interface TreePayload {
  players: string[];
  nodes: TreeNodePayload[];
}

/** The statistics of a node in Monte Carlo tree search: N, W, Q and the selection bound. */
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
 * `line` is a line of the pseudocode; `text` is the step in words, "" if there is nothing to add.
 * `alpha` and `beta` are the window of the node at this step. A cut has the branches that it
 * prunes and the reason in words. In Monte Carlo tree search a step is a `phase` of a simulation,
 * with the nodes on its path, from the root, and the statistics of those that it compares or
 * changes.
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

/** The cost of a search. */
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

/** A search, from its first step to its last. */
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

/** A valid tree in both notations, with the value of every node. */
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

/** A file to save. */
export interface Exported {
  name: string;
  mime: string;
  content: string;
}

/** A field to fill in for a node; for an action the node is the root. */
export interface Asked {
  node: string;
  part: Part;
}

/** A game of two players: in each cell what both get. */
export interface PayoffTable {
  rows: string[];
  columns: string[];
  cells: string[][][];
}

/**
 * A question about a tree or a table.
 *
 * About a search, `parts` is empty if it asks which leaves are pruned. About strategies, the
 * answer has a number or name for each of `fields`, or is a choice of `choices`.
 */
export interface ExercisePayload {
  topic: Topic;
  seed: number;
  difficulty: Difficulty;
  depth: number;
  branching: number;
  players: number;
  title: string;
  statement: string[];
  tree: TreePayload | null;
  table: PayoffTable | null;
  notation: string;
  asked: string[];
  parts: Asked[];
  actions: string[];
  fields: string[];
  choices: string[];
}

/** The grade of an answer; `node` and `part` locate the first mistake. */
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

/** The right answer, and the search that finds it, or the reasons of its parts. */
export interface ExerciseKey {
  key: string;
  discarded: string[];
  search: Search | null;
  reasons: string[];
}

/** Exercises to print: a picture of each, and all of them as a LaTeX document. */
export interface Sheet {
  sheets: string[];
  tikz: string;
}

/** The result and the cost of one algorithm; `reason` if it cannot be used here. */
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

/** The nodes that one algorithm visits, by depth; it may end before the greatest depth. */
export interface Series {
  algorithm: string;
  title: string;
  nodes: (number | null)[];
}

/**
 * The growth of searches with depth; `full` and `best` are b^d and b^(d/2).
 *
 * The branching factor b is such that b^d is the size of the whole tree to the greatest depth
 * searched.
 */
export interface Growth {
  branching: number;
  depths: number[];
  series: Series[];
  full: number[];
  best: number[];
}

/** A board of a map: its place in the picture, and the moves that lead to it. */
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

/** A piece of a line: `target` is that of a link, `query` what a figure was computed by. */
export interface SpanPayload {
  kind: SpanKind;
  text: string;
  target?: string;
  query?: string;
}

/** A line of a plot. */
export interface PlotPayload {
  name: string;
  points: number[][];
}

/**
 * A live block: its fields as they were written, and what was computed for it.
 *
 * `features` are those of the game of a match, `lines` those of a plot; `settings` are the numbers
 * that the reader may change, with their first values.
 */
export interface LivePayload {
  kind: LiveKind;
  fields: Record<string, string>;
  about?: SpanPayload[];
  lines?: PlotPayload[];
  features?: string[];
  settings?: Record<string, string>;
}

/** A question. `number` counts from 0 on its page; `hints` is how many hints there are. */
export interface QuestionPayload {
  number: number;
  kind: QuestionKind;
  ask: SpanPayload[];
  fields: Record<string, string>;
  hints: number;
  options?: SpanPayload[][];
  several?: boolean;
  features?: string[];
}

/** A part of a page. */
export interface CourseBlock {
  kind: CourseBlockKind;
  level?: number;
  spans?: SpanPayload[];
  items?: SpanPayload[][];
  rows?: SpanPayload[][][];
  text?: string;
  live?: LivePayload | null;
  question?: QuestionPayload | null;
}

/** A page in the contents. */
export interface CourseEntry {
  name: string;
  title: string;
  lead: SpanPayload[];
  questions: number;
}

/** The contents of the course. */
export type CourseRequest = Record<string, never>;

/** The pages of the course, in order; `own` if it is not the one of the package. */
export interface CourseContents {
  pages: CourseEntry[];
  own?: boolean;
}

/** A page of the course, with its figures computed. */
export interface CoursePageRequest {
  page: string;
}

/** A page of the course. */
export interface CoursePage {
  name: string;
  title: string;
  lead: SpanPayload[];
  blocks: CourseBlock[];
  questions: number;
}

/** Grade an answer given after `tries` wrong ones; with `reveal` the right one is returned. */
export interface CourseGradeRequest {
  page: string;
  question: number;
  answer?: string;
  tries?: number;
  reveal?: boolean;
}

/** Whether an answer is right, and a hint or the reason; `more` if there is another hint. */
export interface CourseGrade {
  right: boolean;
  words: SpanPayload[];
  more?: boolean;
  key?: string;
}

/** A figure, computed. */
export interface QueryRequest {
  query: string;
}

/** A figure as text. */
export interface QueryPayload {
  text: string;
}

/** A match of a few games: between two players by name, or `weights` of features and one. */
export interface MatchRequest {
  game: string;
  against: string;
  player?: string;
  weights?: number[];
  games?: number;
  depth?: number;
  seed?: number;
}

/** The results of the first player so far. */
export interface MatchPayload {
  played: number;
  games: number;
  wins: number;
  draws: number;
  losses: number;
}

/** A position of a game: moves from a given position, or from the initial one. */
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

/** Display a position, or one at most `plies` random plies later that is not the end. */
export interface ViewRequest extends PlacePayload {
  plies?: number;
}

/** Display the boards of many positions, each after a path of actions from this one. */
export interface BoardsRequest extends PlacePayload {
  paths?: string[][];
}

/** A position of a game that is worth searching, with a tree of at most `nodes` nodes. */
export interface ExampleRequest {
  game: string;
  options?: Record<string, string>;
  nodes?: number;
}

/**
 * The move of an automatic player, or the outcome of a chance node.
 *
 * With a clock, `left` are the seconds on it and `increment` those that a move adds; the player
 * then decides how long to think, and `time` does not count.
 */
export interface MoveRequest extends PlacePayload {
  player?: string;
  time?: number | null;
  depth?: number | null;
  left?: number | null;
  increment?: number;
  seed?: number;
}

/** Analyse a position by iterative deepening, until stopped or a limit is reached. */
export interface AnalyseRequest extends PlacePayload {
  algorithm?: string | null;
  time?: number | null;
  depth?: number | null;
  lines?: number;
}

/** Review every move of a game, each for `time` seconds. */
export interface ValuesRequest extends PlacePayload {
  time?: number;
}

/**
 * Record a search to step through.
 *
 * `order` has the order of actions, by position. `deepening` searches to depth 1, 2, 3, ... in
 * turn. `simulations` and `seed` are for Monte Carlo tree search.
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

/** Read and evaluate a tree, in its notation or as JSON. */
export interface TreeCheckRequest {
  text: string;
}

/** Export a tree to a file; pictures show the search by an algorithm, if one is named. */
export interface TreeExportRequest {
  text: string;
  format: ExportFormat;
  algorithm?: string | null;
}

/** The exercise that these fields determine. */
export interface ExerciseRequest {
  topic: Topic;
  seed: number;
  difficulty?: Difficulty;
  depth?: number;
  branching?: number;
  players?: number;
}

/** Grade an answer to an exercise, written as the statement asks. */
export interface GradeRequest extends ExerciseRequest {
  answer: string;
}

/** The right answer to an exercise. */
export type KeyRequest = ExerciseRequest;

/** Several exercises to print, from the seed on. */
export interface SheetRequest extends ExerciseRequest {
  count?: number;
  key?: boolean;
}

/** Compare algorithms on one position; by default all that fit. */
export interface CompareRequest extends PlaceOrTree {
  algorithms?: string[];
  depth?: number | null;
  order?: Record<string, string[]>;
}

/** Measure algorithms on one position to depth 1, 2, 3, ... */
export interface GrowthRequest extends PlaceOrTree {
  algorithms?: string[];
  depth?: number;
}

/** The map of optimal play for a player. */
export interface MapRequest extends PlacePayload {
  player?: number;
  depth?: number | null;
}

/** The fields of every request; each id is greater than the one before. */
export interface Head {
  id: number;
  lang?: Language | null;
}

/** End a request, with its answer so far or without one. */
export interface Cancel {
  id: number;
}

/** Resume after a lost connection: the last number seen of every open request. */
export interface Resume {
  seen: Record<string, number>;
}

/** Why a request has no result; `line` and `column` locate an error in a typed text. */
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
  "boards": { request: BoardsRequest; result: Boards; update: never };
  "example": { request: ExampleRequest; result: ExamplePosition; update: never };
  "seat": { request: SeatRequest; result: SeatPayload; update: never };
  "matrix": { request: MatrixRequest; result: MatrixPayload; update: never };
  "course": { request: CourseRequest; result: CourseContents; update: never };
  "course.page": { request: CoursePageRequest; result: CoursePage; update: never };
  "course.grade": { request: CourseGradeRequest; result: CourseGrade; update: never };
  "query": { request: QueryRequest; result: QueryPayload; update: never };
  "match": { request: MatchRequest; result: MatchPayload; update: MatchPayload };
  "strategy": { request: StrategyRequest; result: StrategyPayload; update: StrategyPayload };
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
