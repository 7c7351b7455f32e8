/** Questions at the end of a page: graded, with hints before answers. */
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { announce, asError, connection, useAnswer } from "../app";
import { Position } from "../board/position";
import { Sheet } from "../exercise/sheet";
import { t } from "../i18n";
import type { CourseGrade, ExerciseRequest, QuestionPayload } from "../protocol";
import type { RequestError } from "../socket";
import { useStore } from "../store";
import { Side } from "../tree/explorer";
import { QuizPanel, useQuiz } from "../tree/quiz";
import { Transport } from "../tree/transport";
import { Icon } from "../ui/icons";
import { Button, Problem, Waiting } from "../ui/widgets";
import { Match } from "./live_games";
import { useRun } from "./live_search";
import { gamePlace, whole } from "./place";
import { answers, keepAnswer } from "./progress";
import { Spans } from "./spans";

interface Props {
  readonly question: QuestionPayload;
  readonly page: string;
}

const CONTENT = {
  number: Asked,
  choice: Asked,
  move: Asked,
  exercise: Exercise,
  predict: Predict,
  weights: Weights,
} as const;

export function QuestionBlock({ question, page }: Props) {
  const kept = useStore(answers)[page]?.[question.number];
  const Content = CONTENT[question.kind];
  return (
    <section
      class={`course-question${kept?.right ? " course-question-done" : ""}`}
      aria-label={t("web.course.question", { number: question.number + 1 })}
      data-question={question.number}
    >
      <h3>
        {t("web.course.question", { number: question.number + 1 })}
        {kept?.right && (
          <span class="done">
            <Icon name="check" /> {t("web.course.done")}
          </span>
        )}
      </h3>
      {question.ask.length > 0 && (
        <p class="question">
          <Spans of={question.ask} />
        </p>
      )}
      <Content question={question} page={page} />
    </section>
  );
}

/** A question whose answer is sent to be graded: a number, choices or a move. */
function Asked({ question, page }: Props) {
  const [given, setGiven] = useState("");
  const [tries, setTries] = useState(0);
  const [grade, setGrade] = useState<CourseGrade | null>(null);
  const [error, setError] = useState<RequestError | null>(null);
  const change = (answer: string) => {
    setGiven(answer);
    if (grade?.right) setGrade(null);
  };
  const check = (answer: string = given) => {
    if (!answer.trim()) return;
    const request = { page, question: question.number, answer, tries };
    connection.ask("course.grade", request).then(
      (judged) => {
        setError(null);
        setGrade(judged);
        if (!judged.right) setTries(tries + 1);
        keepAnswer(page, question.number, judged.right);
        announce(t(judged.right ? "web.course.right" : "web.course.wrong"));
      },
      (failure: unknown) => setError(asError(failure)),
    );
  };
  const reveal = () =>
    void connection
      .ask("course.grade", { page, question: question.number, reveal: true })
      .then(setGrade, (failure: unknown) => setError(asError(failure)));
  const Fields = { number: NumberField, choice: Choices, move: Moves }[
    question.kind as "number" | "choice" | "move"
  ];
  return (
    <form
      class="stack-tight"
      onSubmit={(event) => {
        event.preventDefault();
        check();
      }}
    >
      <Fields question={question} given={given} onChange={change} onCheck={check} />
      <div class="row">
        {question.kind !== "move" && (
          <button type="submit" class="button button-primary" disabled={!given.trim()}>
            <Icon name="check" />
            <span>{t("web.exercises.check")}</span>
          </button>
        )}
        {tries > 0 && !grade?.right && !grade?.key && (
          <Reveal tries={tries} hints={question.hints} onReveal={reveal} />
        )}
      </div>
      <Problem error={error} />
      {grade && <Verdict grade={grade} />}
    </form>
  );
}

/** The answer is shown once all hints are. */
function Reveal(props: { tries: number; hints: number; onReveal: () => void }) {
  if (props.tries < props.hints)
    return (
      <span class="soft">
        {t("web.course.hints_left", { hints: props.hints - props.tries })}
      </span>
    );
  return <Button onClick={props.onReveal}>{t("web.exercises.reveal")}</Button>;
}

function Verdict({ grade }: { grade: CourseGrade }) {
  const label = grade.key ? "web.course.answer" : grade.right ? "web.course.right" : "web.course.wrong";
  return (
    <div
      class={`judgement ${grade.right ? "judgement-right" : grade.key ? "judgement-key" : "judgement-wrong"}`}
      role="status"
    >
      <p class="judgement-score">
        {!grade.key && <Icon name={grade.right ? "check" : "cross"} />}
        {t(label)} {grade.key}
      </p>
      {grade.words.length > 0 && (
        <p>
          {!grade.right && !grade.key && <strong>{t("web.course.hint")} </strong>}
          <Spans of={grade.words} />
        </p>
      )}
    </div>
  );
}

interface FieldProps {
  readonly question: QuestionPayload;
  readonly given: string;
  readonly onChange: (answer: string) => void;
  readonly onCheck: (answer: string) => void;
}

function NumberField({ given, onChange }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{t("web.course.your_answer")}</label>
      <input
        id={id}
        value={given}
        autocomplete="off"
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}

function Choices({ question, given, onChange }: FieldProps) {
  const name = useId();
  const chosen = new Set(given.split(" ").filter(Boolean));
  const pick = (at: string, on: boolean) => {
    if (!question.several) return onChange(at);
    const next = new Set(chosen);
    if (on) next.add(at);
    else next.delete(at);
    return onChange([...next].sort().join(" "));
  };
  return (
    <fieldset class="choices">
      <legend class="soft">
        {t(question.several ? "web.course.choose_all" : "web.course.choose")}
      </legend>
      {(question.options ?? []).map((option, at) => (
        <label key={at}>
          <input
            type={question.several ? "checkbox" : "radio"}
            name={name}
            checked={chosen.has(String(at))}
            onChange={(event) => pick(String(at), event.currentTarget.checked)}
          />
          <span>
            <Spans of={option} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Moves({ question, onChange, onCheck }: FieldProps) {
  const { value: view, error } = useAnswer("view", gamePlace(question.fields));
  if (error) return <Problem error={error} />;
  if (!view) return <Waiting />;
  return (
    <Position
      view={view}
      label={t("web.course.which_move")}
      onAct={(name) => {
        onChange(name);
        onCheck(name);
      }}
    />
  );
}

function Exercise({ question, page }: Props) {
  const { fields } = question;
  const request: ExerciseRequest = {
    topic: (fields.topic ?? "minimax") as ExerciseRequest["topic"],
    difficulty: (fields.difficulty ?? "medium") as NonNullable<ExerciseRequest["difficulty"]>,
    seed: whole(fields, "seed", 1),
    depth: whole(fields, "depth", 3),
    branching: whole(fields, "branching", 3),
    players: whole(fields, "players", 3),
  };
  const { value: exercise, error } = useAnswer("exercise", request);
  const tries = useStore(answers)[page]?.[question.number]?.tries ?? 0;
  if (error) return <Problem error={error} />;
  if (!exercise) return <Waiting />;
  return (
    <Sheet
      exercise={exercise}
      request={request}
      revealed={tries > 1}
      onGrade={({ right }) => keepAnswer(page, question.number, right)}
    />
  );
}

/** The search waits for the reader at every step of the subject; three of four must be right. */
function Predict({ question, page }: Props) {
  const { run, error } = useRun(question.fields);
  const [step, setStep] = useState(0);
  const quiz = useQuiz(run, question.fields.subject ?? "all", step);
  if (error) return <Problem error={error} />;
  if (!run || !quiz) return <Waiting />;
  const last = run.search.events.length;
  const move = (to: number) => setStep(to > step ? quiz.gate(step, to) : to);
  const [right, of] = quiz.score;
  const over = step >= last;
  return (
    <div class="stack-tight">
      <Transport step={step} last={last} onStep={move} stopped={quiz.asked !== null} />
      {!over && (
        <QuizPanel
          quiz={{
            ...quiz,
            answer: (given) => {
              quiz.answer(given);
              setStep(quiz.gate(step + 1, last));
            },
          }}
          onGo={() => move(last)}
        />
      )}
      <Side run={run} step={step} title="" alone />
      {over && of > 0 && <Over right={right} of={of} page={page} question={question} />}
    </div>
  );
}

function Over(props: Props & { right: number; of: number }): ComponentChildren {
  const { right, of, page, question } = props;
  const passed = right * 4 >= of * 3;
  const kept = useStore(answers)[page]?.[question.number];
  if (passed && !kept?.right) queueMicrotask(() => keepAnswer(page, question.number, true));
  return (
    <p class={`judgement ${passed ? "judgement-right" : "judgement-wrong"}`} role="status">
      {t("web.predict.score", { right, of })}{" "}
      {!passed && t("web.course.three_quarters")}
    </p>
  );
}

function Weights({ question, page }: Props) {
  const [grade, setGrade] = useState<CourseGrade | null>(null);
  const goal = whole(question.fields, "goal", 1);
  const [tries, setTries] = useState(0);
  const end = (wins: number) => {
    const right = wins >= goal;
    keepAnswer(page, question.number, right);
    const asked = { page, question: question.number, answer: right ? "done" : "not yet", tries };
    void connection.ask("course.grade", asked).then(setGrade, () => undefined);
    if (!right) setTries(tries + 1);
  };
  return (
    <div class="stack-tight">
      <p class="soft">{t("web.course.goal", { goal })}</p>
      <Match
        fields={question.fields}
        features={question.features ?? []}
        onEnd={({ wins }) => end(wins)}
      />
      {grade && <Verdict grade={grade} />}
    </div>
  );
}
