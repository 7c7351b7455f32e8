/** Exercises: made from a seed, answered on the tree, graded with the first mistake explained. */
import { useState } from "preact/hooks";
import { useAnswer } from "../app";
import { Sheet } from "../exercise/sheet";
import { t } from "../i18n";
import type { Difficulty, ExerciseRequest, GradePayload } from "../protocol";
import { change, type Params, route, toHash } from "../route";
import { useStore } from "../store";
import { Share } from "../ui/share";
import {
  Button,
  Heading,
  Problem,
  Segments,
  Select,
  TextField,
  Toggle,
  Waiting,
} from "../ui/widgets";
import { Exam } from "./exam";
import { Progress, remember, STRATEGY_TOPICS, TOPICS } from "./progress";

const DIFFICULTIES: readonly Difficulty[] = ["easy", "medium", "hard"];

export function ExercisesPage() {
  const { params } = useStore(route);
  const request = requestOf(params);
  return (
    <>
      <Heading title={t("web.page.exercises")} lead={t("web.exercises.lead")} />
      <section class="setup" aria-label={t("web.exercises.setup")}>
        <div class="row row-end">
          <Select
            label={t("web.exercises.topic")}
            value={request.topic}
            choices={TOPICS.map((topic) => ({ value: topic, label: t(`web.topic.${topic}`) }))}
            onChange={(topic) => change({ topic })}
          />
          <Segments
            label={t("web.exercises.difficulty")}
            value={request.difficulty ?? "medium"}
            choices={DIFFICULTIES.map((each) => ({
              value: each,
              label: t(`web.difficulty.${each}`),
            }))}
            onChange={(difficulty) => change({ difficulty })}
          />
          {!STRATEGY_TOPICS.includes(request.topic) && (
            <>
              <TextField
                label={t("web.depth")}
                type="number"
                min={2}
                max={6}
                value={String(request.depth)}
                onChange={(depth) => change({ depth })}
              />
              <TextField
                label={t("web.exercises.branching")}
                type="number"
                min={2}
                max={5}
                value={String(request.branching)}
                onChange={(branching) => change({ branching })}
              />
            </>
          )}
          <TextField
            label={t("web.seed")}
            type="number"
            value={String(request.seed)}
            onChange={(seed) => change({ seed })}
          />
          <Button
            icon="plus"
            kind="primary"
            onClick={() =>
              change({ seed: String(1 + Math.floor(Math.random() * 99999)) }, { keep: true })
            }
          >
            {t("web.exercises.another")}
          </Button>
        </div>
        <div class="row">
          <Toggle
            label={t("web.exercises.exam")}
            checked={params.exam !== undefined}
            onChange={(on) => change({ exam: on ? "1" : null })}
          />
          <Share />
          <a
            class="button button-plain"
            href={toHash("class", { topic: request.topic, difficulty: request.difficulty })}
          >
            {t("web.page.class")}
          </a>
        </div>
      </section>
      {params.exam !== undefined ? (
        <Exam request={request} params={params} />
      ) : (
        <Question request={request} />
      )}
    </>
  );
}

function requestOf(params: Params): ExerciseRequest & { depth: number; branching: number } {
  const topic = TOPICS.find((each) => each === params.topic) ?? "alphabeta";
  const difficulty = DIFFICULTIES.find((each) => each === params.difficulty) ?? "easy";
  const whole = (text: string | undefined, otherwise: number) => {
    const number = Math.trunc(Number(text ?? otherwise));
    return Number.isFinite(number) ? number : otherwise;
  };
  return {
    topic,
    difficulty,
    seed: whole(params.seed, 1),
    depth: whole(params.depth, difficulty === "easy" ? 2 : 3),
    branching: whole(params.branching, 3),
  };
}

function Question({ request }: { request: ExerciseRequest }) {
  const { value: exercise, error } = useAnswer("exercise", request);
  const [graded, setGraded] = useState<GradePayload | null>(null);
  const key = JSON.stringify(request);
  if (error) return <Problem error={error} />;
  if (!exercise) return <Waiting />;
  return (
    <Sheet
      key={key}
      exercise={exercise}
      request={request}
      onGrade={(judged) => {
        remember(request, judged.right);
        setGraded(judged);
      }}
    >
      <Progress graded={graded} />
    </Sheet>
  );
}

