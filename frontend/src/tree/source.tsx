/** What is searched: a typed tree or a position of a game; kept in the URL. */
import { useEffect, useId, useState } from "preact/hooks";
import { type Answered, gameOf, optionsOf, placeOf, useAnswer, useHello } from "../app";
import { t } from "../i18n";
import type { AlgorithmInfo, Hello, PlaceOrTree, TreeChecked } from "../protocol";
import { change, joinNames, type Params, splitNames } from "../route";
import { FRESH, GameOptions, GameSelect } from "../ui/game_picker";
import { Segments, Select, TextField } from "../ui/widgets";

export const EXAMPLES: readonly (readonly [string, string])[] = [
  ["web.example.lecture", "A(B(3, 12, B3(8, 7, 3)), C(2, 4, 6), D(14, 5, 1))"],
  ["web.example.deep", "(((5, 6), (7, 4, 5)), ((3), ((6), (6, 9)), (7)), ((5), (9, 8)))"],
  [
    "web.example.chance",
    "max(chance(0.5: min(2, 4), 0.5: min(7, 6)), chance(0.9: min(3, 5), 0.1: min(0, -2)))",
  ],
  ["web.example.three", "players R, G, B;\n(([1,2,6], [4,3,2]), ([6,1,2], [7,4,1]))"],
  [
    "web.example.bluff",
    "chance(king -> 1/2: 1@king(bet -> 2@him(call -> 2, fold -> 1), pass -> -1), " +
      "queen -> 1/2: 1@queen(bet -> 2@him(call -> -2, fold -> 1), pass -> -1))",
  ],
];

export interface Source {
  readonly kind: "tree" | "game";
  readonly request: PlaceOrTree;
  readonly algorithms: readonly AlgorithmInfo[];
  readonly recommended: string | null;
  readonly checked: Answered<TreeChecked>;
  /** Whether it can be searched: the tree reads well, or the position is known. */
  readonly ready: boolean;
  /** Whether the position is an example near the end of the game. */
  readonly isExample: boolean;
  /** The depth that the example is searched to, null for the end of the game. */
  readonly depth: number | null;
}

const USUAL_DEPTH = 3;

/** Searches of which no steps are shown. */
const UNTRACED: ReadonlySet<string> = new Set(["pimc", "regret-matching"]);

export function treeText(params: Params): string {
  return params.tree ?? EXAMPLES[0]?.[1] ?? "";
}

/** `nodes`: how large the tree of an example may be; `usual`: what it is if the URL says nothing. */
export function useSource(
  params: Params,
  nodes: number,
  usual: Source["kind"] = "tree",
): Source {
  const greeting = useHello();
  const named = params.game !== undefined || (usual === "game" && params.tree === undefined);
  const kind = named && params.source !== "tree" ? "game" : "tree";
  const text = treeText(params);
  const checked = useAnswer("tree.check", kind === "tree" ? { text } : null);
  const game = gameOf(greeting, params.game);
  const fitting = kind === "game" ? game.fits : (checked.value?.fits ?? []);
  const algorithms = greeting.algorithms.filter(
    ({ name }) => fitting.includes(name) && !UNTRACED.has(name),
  );
  const given = params.moves !== undefined || params.position !== undefined;
  const wanted = kind === "game" && !given && params.from !== "start";
  const found = useAnswer(
    "example",
    wanted ? { game: game.name, options: optionsOf(params.options), nodes } : null,
  );
  const example = wanted && found.value?.found ? found.value : null;
  const place = placeOf(params, game.name);
  const request: PlaceOrTree =
    kind === "tree" ? { tree: text } : example ? { ...place, moves: example.moves } : place;
  const recommended = kind === "game" ? game.recommended : (checked.value?.recommended ?? null);
  return {
    kind,
    request,
    algorithms,
    recommended,
    checked,
    ready: kind === "game" ? !wanted || !found.loading : checked.value !== null,
    isExample: example !== null,
    depth: example ? example.depth : USUAL_DEPTH,
  };
}

/** A tree or a game, and which. */
export function SourceFields({ params, source }: { params: Params; source: Source }) {
  const game = gameOf(useHello(), params.game);
  const text = treeText(params);
  const example = EXAMPLES.find(([, tree]) => tree === text)?.[0] ?? "";
  return (
    <>
      <Segments
        label={t("web.source")}
        value={source.kind}
        choices={[
          { value: "tree", label: t("web.source.tree") },
          { value: "game", label: t("web.source.game") },
        ]}
        onChange={(kind) =>
          change({ source: kind === "tree" ? "tree" : null, game: game.name, step: null })
        }
      />
      {source.kind === "tree" ? (
        <Select
          label={t("web.example")}
          value={example}
          choices={[
            { value: "", label: t("web.example.own"), disabled: true },
            ...EXAMPLES.map(([name]) => ({ value: name, label: t(name) })),
          ]}
          onChange={(name) => {
            const tree = EXAMPLES.find(([each]) => each === name)?.[1] ?? null;
            change({ tree, algorithm: null, beside: null, step: null });
          }}
        />
      ) : (
        <>
          <GameSelect game={game} />
          <Segments
            label={t("web.source.from")}
            value={source.isExample ? "example" : params.from === "start" ? "start" : "moves"}
            choices={[
              { value: "example", label: t("web.source.example") },
              { value: "start", label: t("web.source.start") },
              ...(params.moves ?? params.position
                ? [{ value: "moves", label: t("web.source.position") }]
                : []),
            ]}
            onChange={(from) => change({ ...FRESH, depth: null, from: from === "start" ? from : null })}
          />
        </>
      )}
    </>
  );
}

/** The tree's notation to be edited, or the options of the game and the moves before. */
export function SourceDetails({ params, source }: { params: Params; source: Source }) {
  const game = gameOf(useHello(), params.game);
  if (source.kind === "tree") return <TreeInput params={params} />;
  return (
    <>
      <GameOptions game={game} params={params} />
      <TextField
        label={t("web.source.moves")}
        value={(source.request.moves ?? splitNames(params.moves)).join(" ")}
        onChange={(text) =>
          change({ moves: joinNames(text.split(/\s+/).filter(Boolean)) || null, step: null })
        }
      />
    </>
  );
}

const TYPING_PAUSE = 500;

/** The notation, taken over when typing pauses; `keep` leaves the text before to Back. */
export function TreeInput({ params, keep = false }: { params: Params; keep?: boolean }) {
  const id = useId();
  const text = treeText(params);
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => change({ tree: typed, step: null }, { keep }), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div class="field field-wide">
      <label for={id}>{t("web.notation")}</label>
      <textarea
        id={id}
        rows={3}
        spellcheck={false}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </div>
  );
}

/** The algorithm that the URL names if it fits, else the most telling one that does. */
export function chosenAlgorithm(source: Source, wanted: string | undefined): string | null {
  const names = source.algorithms.map(({ name }) => name);
  if (wanted !== undefined && names.includes(wanted)) return wanted;
  return source.recommended && names.includes(source.recommended)
    ? source.recommended
    : (names[0] ?? null);
}

export function algorithmChoices(source: Source, greeting: Hello) {
  return greeting.algorithms
    .filter(({ name }) => source.algorithms.some((each) => each.name === name))
    .map(({ name, title }) => ({ value: name, label: title }));
}
