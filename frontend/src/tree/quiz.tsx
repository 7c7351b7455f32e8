/** Predicting: the search waits for the reader's answer, counts the right ones, and says why. */
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { announce } from "../app";
import { t } from "../i18n";
import { Button } from "../ui/widgets";
import { show } from "../values";
import type { Run } from "./explorer";
import { isRight, type Question, questionsOf, SUBJECTS } from "./predict";

interface Answer {
  readonly step: number;
  readonly right: boolean;
}

export interface Quiz {
  /** The question at the step, as long as it has no answer. */
  readonly asked: Question | null;
  /** The step that is reached on the way to another: the next question stops it. */
  gate(from: number, to: number): number;
  answer(given: readonly string[]): void;
  readonly verdict: { readonly right: boolean; readonly question: Question } | null;
  readonly score: readonly [number, number];
}

/** `subject`: value, window, cut or all; null asks nothing. */
export function useQuiz(run: Run | null, subject: string | null, step: number): Quiz | null {
  const questions = useMemo(() => {
    if (!run || subject === null) return null;
    const subjects = new Set<string>(subject === "all" ? SUBJECTS : [subject]);
    return questionsOf(run.tree, run.search.events, subjects);
  }, [run?.search, subject]);
  const [answers, setAnswers] = useState<readonly Answer[]>([]);
  useEffect(() => setAnswers([]), [run?.search, subject]);
  if (!questions) return null;
  const isOpen = (at: number) => questions.has(at) && !answers.some((each) => each.step === at);
  const asked = isOpen(step) ? (questions.get(step) ?? null) : null;
  const last = answers.find((each) => each.step === step - 1);
  const judged = last && questions.get(last.step);
  return {
    asked,
    gate: (from, to) => {
      for (let at = from; at < to; at++) if (isOpen(at)) return at;
      return to;
    },
    answer: (given) => {
      if (!asked) return;
      const right = asked.right.every((wanted, at) => isRight(given[at] ?? "", wanted));
      setAnswers([...answers, { step, right }]);
      announce(`${t(right ? "web.predict.right" : "web.predict.wrong")} ${asked.because}`);
    },
    verdict: last && judged ? { right: last.right, question: judged } : null,
    score: [answers.filter(({ right }) => right).length, answers.length],
  };
}

export function QuizPanel({ quiz, onGo }: { quiz: Quiz; onGo: () => void }) {
  const { asked, verdict } = quiz;
  const [right, of] = quiz.score;
  return (
    <div class="quiz" role="group" aria-label={t("web.predict")}>
      {verdict && (
        <p class={verdict.right ? "quiz-right" : "quiz-wrong"}>
          <strong>{t(verdict.right ? "web.predict.right" : "web.predict.wrong")}</strong>{" "}
          {!verdict.right && (
            <>
              {t("web.predict.answer", { answer: wordsOf(verdict.question) })}{" "}
            </>
          )}
          {verdict.question.because}
        </p>
      )}
      {asked ? (
        <Asked key={asked.text + quiz.score[1]} question={asked} onAnswer={quiz.answer} />
      ) : (
        <Button kind="primary" icon="next" onClick={onGo}>
          {t("web.predict.go")}
        </Button>
      )}
      <p class="soft quiz-score">{t("web.predict.score", { right, of })}</p>
    </div>
  );
}

function wordsOf({ subject, right }: Question): string {
  if (subject === "cut") return t(`web.predict.${right[0] ?? "on"}.choice`);
  return right.map((each) => show(each)).join(" ; ");
}

function Asked(props: { question: Question; onAnswer: (given: readonly string[]) => void }) {
  const { question, onAnswer } = props;
  const [given, setGiven] = useState<readonly string[]>(question.right.map(() => ""));
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus({ preventScroll: true }), []);
  if (question.subject === "cut")
    return (
      <>
        <p>{question.text}</p>
        <div class="row">
          {["cut", "on"].map((choice) => (
            <Button key={choice} onClick={() => onAnswer([choice])}>
              {t(`web.predict.${choice}.choice`)}
            </Button>
          ))}
        </div>
      </>
    );
  const labels = question.subject === "window" ? ["α", "β"] : ["v"];
  return (
    <form
      ref={form}
      class="row row-end"
      onSubmit={(event) => {
        event.preventDefault();
        if (given.every((text) => text.trim() !== "")) onAnswer(given);
      }}
    >
      <p>{question.text}</p>
      {labels.map((label, at) => (
        <span key={label} class="quiz-field">
          <label class="greek" for={`${id}${at}`}>
            {label}
          </label>
          <input
            id={`${id}${at}`}
            value={given[at] ?? ""}
            autocomplete="off"
            size={6}
            onInput={(event) => {
              const text = event.currentTarget.value;
              setGiven(given.map((each, i) => (i === at ? text : each)));
            }}
          />
        </span>
      ))}
      {question.subject === "window" && (
        <span class="row">
          {["−∞", "∞"].map((sign) => (
            <Button
              key={sign}
              onClick={() => {
                const at = Math.max(0, given.findIndex((text) => text.trim() === ""));
                setGiven(given.map((each, i) => (i === at ? sign : each)));
              }}
            >
              {sign}
            </Button>
          ))}
        </span>
      )}
      <button type="submit" class="button button-primary">
        {t("web.predict.check")}
      </button>
    </form>
  );
}
