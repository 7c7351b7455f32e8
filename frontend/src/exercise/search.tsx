/** An exercise on a search: answered on its tree, graded with the first mistake explained, solved. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { announce, asError, connection } from "../app";
import { t } from "../i18n";
import type {
  ExerciseKey,
  ExercisePayload,
  GradePayload,
  Part,
  Search,
  TreePayload,
} from "../protocol";
import { toHash } from "../route";
import type { RequestError } from "../socket";
import { answerText, type Entries, keyOf, leavesBelow } from "../tree/answer";
import { TreeCanvas } from "../tree/canvas";
import { type IndexedTree, indexTree } from "../tree/index_tree";
import { Legend } from "../tree/panels";
import { Replay, still } from "../tree/replay";
import { Icon } from "../ui/icons";
import { Button, Panel, Problem, Select } from "../ui/widgets";
import { Judgement } from "./judgement";
import type { SheetProps } from "./props";

export function SearchSheet(props: SheetProps & { drawn: TreePayload }) {
  const { exercise, request, drawn } = props;
  const tree = useMemo(() => indexTree(drawn), [drawn]);
  const [entries, setEntries] = useState<Entries>({});
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const [grade, setGrade] = useState<GradePayload | null>(null);
  const [solution, setSolution] = useState<ExerciseKey | null>(null);
  const [problem, setProblem] = useState<RequestError | null>(null);
  const [unanswered, setUnanswered] = useState(false);
  const [here, setHere] = useState<string | null>(null);
  const leaves = exercise.parts.length === 0;
  const idOf = (name: string | null) => tree.nodes.find((node) => node.name === name)?.id;

  const pick = (id: number) => {
    if (!leaves) {
      const name = tree.nodes[id]?.name ?? "";
      document.querySelector<HTMLInputElement>(`[data-field^="${CSS.escape(name)} "]`)?.focus();
      return;
    }
    setGrade(null);
    setPicked((before) => toggled(before, leavesBelow(tree, id)));
  };
  const empty = leaves ? picked.size === 0 : Object.values(entries).every((text) => !text.trim());
  useEffect(() => setUnanswered(false), [empty]);
  /** Nothing given is no attempt, unless the answer is that no leaf is pruned. */
  const check = (none = false) => {
    if (empty && !none) {
      setUnanswered(true);
      announce(t("web.exercises.unanswered"));
      return;
    }
    setUnanswered(false);
    const names = [...picked].sort((a, b) => a - b).map((id) => tree.nodes[id]?.name ?? "");
    const answer = leaves ? names.join(" ") || "none" : answerText(exercise, entries);
    connection.ask("exercise.grade", { ...request, answer }).then(
      (judged) => {
        setProblem(null);
        setGrade(judged);
        props.onGrade(judged);
        announce(judged.right ? t("web.exercises.right") : (judged.mistake ?? judged.text));
      },
      (failure: unknown) => setProblem(asError(failure)),
    );
  };
  const reveal = () =>
    connection
      .ask("exercise.key", request)
      .then(setSolution, (failure: unknown) => setProblem(asError(failure)));

  return (
    <div class="page-exercise">
      <section class="stack" aria-label={t("web.exercises.question")}>
        <p class="question">{exercise.statement[0]}</p>
        <TreeCanvas
          tree={tree}
          state={useMemo(() => still(tree), [tree])}
          label={exercise.title}
          onPick={pick}
          picked={picked}
          selected={idOf(here)}
          mistake={grade && !grade.right ? (idOf(grade.node) ?? null) : null}
          height="short"
        />
        <Legend kinds={new Set(tree.nodes.map(({ kind }) => kind))} />
      </section>
      <div class="page-exercise-below">
        <Panel title={t("web.exercises.answer")}>
          <form
            class="stack"
            onSubmit={(event) => {
              event.preventDefault();
              check();
            }}
          >
            {leaves ? (
              <p>{t("web.exercises.click", { count: picked.size })}</p>
            ) : (
              <AnswerFields
                exercise={exercise}
                entries={entries}
                onFocus={setHere}
                onChange={(name, text) => {
                  setGrade(null);
                  setEntries({ ...entries, [name]: text });
                }}
              />
            )}
            {unanswered && <p class="unanswered">{t("web.exercises.unanswered")}</p>}
            <div class="row">
              <button type="submit" class="button button-primary">
                <Icon name="check" />
                <span>{t("web.exercises.check")}</span>
              </button>
              {leaves && empty && (
                <Button onClick={() => check(true)}>{t("web.exercises.no_leaf")}</Button>
              )}
              {(props.revealed ?? true) && (
                <Button onClick={() => void reveal()}>{t("web.exercises.reveal")}</Button>
              )}
            </div>
          </form>
          <Problem error={problem} />
          {grade && <Judgement grade={grade} />}
        </Panel>
        {props.children}
      </div>
      {solution?.search && (
        <Solution answer={solution.key} search={solution.search} exercise={exercise} />
      )}
    </div>
  );
}

function toggled(before: ReadonlySet<number>, leaves: readonly number[]): Set<number> {
  const after = new Set(before);
  const all = leaves.every((leaf) => before.has(leaf));
  for (const leaf of leaves) {
    if (all) after.delete(leaf);
    else after.add(leaf);
  }
  return after;
}

const SIGNS: Record<Part, string> = {
  alpha: "α",
  beta: "β",
  value: "v",
  action: "",
  discarded: "",
};

function AnswerFields(props: {
  exercise: ExercisePayload;
  entries: Entries;
  onFocus: (node: string | null) => void;
  onChange: (name: string, text: string) => void;
}) {
  const { exercise, entries, onChange, onFocus } = props;
  const nodes = [
    ...new Set(exercise.parts.filter(({ part }) => part !== "action").map(({ node }) => node)),
  ];
  return (
    <>
      <div class="answers">
        {nodes.map((node) => (
          <fieldset key={node} class="answer-node">
            <legend>{node}</legend>
            {exercise.parts
              .filter((asked) => asked.node === node && asked.part !== "action")
              .map(({ part }) => (
                <label key={part}>
                  <span class="greek">{SIGNS[part]}</span>
                  <input
                    data-field={keyOf(node, part)}
                    aria-label={`${node}, ${t(`web.part.${part}`)}`}
                    value={entries[keyOf(node, part)] ?? ""}
                    inputMode="text"
                    autocomplete="off"
                    onFocus={() => onFocus(node)}
                    onBlur={() => onFocus(null)}
                    onInput={(event) => onChange(keyOf(node, part), event.currentTarget.value)}
                  />
                </label>
              ))}
          </fieldset>
        ))}
      </div>
      {exercise.parts
        .filter(({ part }) => part === "action")
        .map(({ node }) => (
          <Select
            key={node}
            label={t("web.exercises.action")}
            value={entries[keyOf(node, "action")] ?? ""}
            choices={[
              { value: "", label: "–" },
              ...exercise.actions.map((action) => ({ value: action, label: action })),
            ]}
            onChange={(action) => onChange(keyOf(node, "action"), action)}
          />
        ))}
      {nodes.length > 0 && exercise.topic === "windows" && (
        <p class="soft">{t("web.exercises.infinity")}</p>
      )}
    </>
  );
}

/** The key, and the tree as the search left it. */
function Solution(props: { answer: string; search: Search; exercise: ExercisePayload }) {
  const { answer, search, exercise } = props;
  const tree: IndexedTree = useMemo(() => indexTree(search.tree), [search]);
  const state = useMemo(
    () => new Replay(tree, search.events).at(search.events.length),
    [tree, search],
  );
  return (
    <Panel title={t("web.exercises.solution")}>
      <p class="key">{answer}</p>
      <TreeCanvas tree={tree} state={state} label={t("web.exercises.solution")} height="short" />
      <div class="row">
        <a
          class="button button-plain"
          href={toHash("explore", { tree: exercise.notation, algorithm: search.algorithm })}
        >
          {t("web.exercises.watch")}
        </a>
      </div>
    </Panel>
  );
}
