/** The exercises of a class link, one after the other. */
import { useState } from "preact/hooks";
import { useAnswer } from "../app";
import { Sheet } from "../exercise/sheet";
import { t } from "../i18n";
import type { Difficulty, ExerciseRequest, Topic } from "../protocol";
import type { Params } from "../route";
import { load, save } from "../settings";
import { Button, Heading, Problem, Waiting } from "../ui/widgets";
import { ResultsPanel } from "./results";

/** By seed, the attempts so far, and whether the last one was right. */
type Marks = Record<string, { tries: number; right: boolean }>;

export function StudentPage({ params }: { params: Params }) {
  const seeds = seedsOf(params.seeds);
  const topic = (params.topic ?? "alphabeta") as Topic;
  const difficulty = (params.difficulty ?? "medium") as Difficulty;
  const key = `class ${params.class ?? ""} ${topic} ${difficulty} ${seeds.join(" ")}`;
  const [marks, setMarks] = useState<Marks>(() => load<Marks>(key, {}));
  const [at, setAt] = useState(0);
  const seed = seeds[at] ?? 1;
  const mark = (right: boolean) => {
    const before = marks[seed] ?? { tries: 0, right: false };
    if (before.right) return;
    const next = { ...marks, [seed]: { tries: before.tries + 1, right } };
    setMarks(next);
    save(key, next);
  };
  const digits = Object.fromEntries(
    seeds.map((each) => {
      const { tries, right } = marks[each] ?? { tries: 0, right: false };
      return [String(each), right ? String(Math.min(9, tries)) : "0"];
    }),
  );
  const request: ExerciseRequest = {
    topic,
    difficulty,
    seed,
    depth: Number(params.depth ?? (difficulty === "easy" ? 2 : 3)),
    branching: Number(params.branching ?? 3),
  };
  return (
    <div class="class-page">
      <Heading
        title={params.class ? t("web.class.of", { group: params.class }) : t("web.page.class")}
        lead={t("web.class.lead_student", { topic: t(`web.topic.${topic}`) })}
      />
      <ol class="class-steps" aria-label={t("web.page.exercises")}>
        {seeds.map((each, number) => (
          <li key={each}>
            <Button
              kind={number === at ? "primary" : "plain"}
              pressed={number === at}
              {...(marks[each]?.right ? { icon: "check" as const } : {})}
              onClick={() => setAt(number)}
            >
              {number + 1}
            </Button>
          </li>
        ))}
      </ol>
      <Current key={seed} request={request} onGrade={mark} />
      {at + 1 < seeds.length && (
        <div class="row">
          <Button icon="next" onClick={() => setAt(at + 1)}>
            {t("web.class.next")}
          </Button>
        </div>
      )}
      <ResultsPanel
        results={{ kind: "exercises", group: params.class ?? "", topic, difficulty, marks: digits }}
      />
    </div>
  );
}

function Current(props: { request: ExerciseRequest; onGrade: (right: boolean) => void }) {
  const { value, error } = useAnswer("exercise", props.request);
  if (error) return <Problem error={error} />;
  if (!value) return <Waiting />;
  return (
    <Sheet
      exercise={value}
      request={props.request}
      revealed={false}
      onGrade={({ right }) => props.onGrade(right)}
    />
  );
}

/** The seeds of a link: whole numbers, at most forty. */
export function seedsOf(text: string | undefined): number[] {
  const found = (text ?? "").split(/[~,\s]+/).filter((each) => /^\d{1,6}$/.test(each));
  const seeds = [...new Set(found.map(Number))].slice(0, 40);
  return seeds.length > 0 ? seeds : [1];
}
