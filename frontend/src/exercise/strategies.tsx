/** An exercise on strategies: a table of payoffs or a tree, numbers or names to give, reasons. */
import { useMemo, useState } from "preact/hooks";
import { announce, asError, connection } from "../app";
import { t } from "../i18n";
import type {
  ExerciseKey,
  GradePayload,
  PayoffTable,
  TreePayload,
} from "../protocol";
import type { RequestError } from "../socket";
import { TreeCanvas } from "../tree/canvas";
import { indexTree } from "../tree/index_tree";
import { still } from "../tree/replay";
import { Icon } from "../ui/icons";
import { Button, Panel, Problem } from "../ui/widgets";
import { Judgement } from "./judgement";
import type { SheetProps } from "./props";

type Entries = Readonly<Record<string, string>>;

export function StrategySheet(props: SheetProps) {
  const { exercise, request } = props;
  const [entries, setEntries] = useState<Entries>({});
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [grade, setGrade] = useState<GradePayload | null>(null);
  const [solution, setSolution] = useState<ExerciseKey | null>(null);
  const [problem, setProblem] = useState<RequestError | null>(null);
  const [unanswered, setUnanswered] = useState(false);
  const names = exercise.choices.length > 0;
  const fields = exercise.fields.filter((name) => entries[name]?.trim());
  const empty = names ? chosen.size === 0 : fields.length === 0;

  const check = (none = false) => {
    setUnanswered(empty && !none);
    if (empty && !none) {
      announce(t("web.exercises.unanswered"));
      return;
    }
    const given = fields.map((name) => `${name}=${entries[name]?.trim()}`).join(" ");
    const answer = names ? [...chosen].join(" ") || "none" : given;
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
  const toggle = (name: string) => {
    const after = new Set(chosen);
    if (!after.delete(name)) after.add(name);
    setGrade(null);
    setChosen(after);
  };

  return (
    <div class="page-exercise">
      <section class="stack" aria-label={t("web.exercises.question")}>
        <p class="question">{exercise.statement[0]}</p>
        {exercise.table && <Payoffs table={exercise.table} />}
        {exercise.tree && <Drawn tree={exercise.tree} label={exercise.title} />}
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
            {names ? (
              <fieldset class="choices">
                <legend>{t("web.exercises.choose")}</legend>
                {exercise.choices.map((name) => (
                  <label key={name}>
                    <input
                      type="checkbox"
                      checked={chosen.has(name)}
                      onChange={() => toggle(name)}
                    />
                    {name}
                  </label>
                ))}
              </fieldset>
            ) : (
              <div class="answers">
                {exercise.fields.map((name) => (
                  <label key={name} class="answer-node">
                    <span>{name}</span>
                    <input
                      data-field={name}
                      value={entries[name] ?? ""}
                      inputMode="text"
                      autocomplete="off"
                      onInput={(event) => {
                        setGrade(null);
                        setEntries({ ...entries, [name]: event.currentTarget.value });
                      }}
                    />
                  </label>
                ))}
              </div>
            )}
            <p class="soft">{exercise.statement[1]}</p>
            {unanswered && <p class="unanswered">{t("web.exercises.unanswered")}</p>}
            <div class="row">
              <button type="submit" class="button button-primary">
                <Icon name="check" />
                <span>{t("web.exercises.check")}</span>
              </button>
              {names && empty && (
                <Button onClick={() => check(true)}>{t("web.exercises.none_right")}</Button>
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
      {solution && (
        <Panel title={t("web.exercises.solution")}>
          <p class="key">{solution.key}</p>
          <ul>
            {solution.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}

function Drawn({ tree, label }: { tree: TreePayload; label: string }) {
  const indexed = useMemo(() => indexTree(tree), [tree]);
  const state = useMemo(() => still(indexed), [indexed]);
  return <TreeCanvas tree={indexed} state={state} label={label} height="short" />;
}

function Payoffs({ table }: { table: PayoffTable }) {
  return (
    <div class="scroll">
      <table class="payoffs">
        <thead>
          <tr>
            <td />
            {table.columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((name, row) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {table.columns.map((other, column) => (
                <td key={other}>
                  {table.cells[row]?.[column]?.map((payoff, player) => (
                    <span key={player} class={`payoff-${player}`}>
                      {payoff}
                    </span>
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
