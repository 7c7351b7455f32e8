/** What was tried and what was right. Nobody but this browser knows. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import type { ExerciseRequest, GradePayload, Topic } from "../protocol";
import { load, save } from "../settings";
import { Button, Panel } from "../ui/widgets";

export const STRATEGY_TOPICS: readonly Topic[] = [
  "dominance",
  "pure",
  "mixed",
  "response",
  "behaviour",
  "bluff",
];

export const TOPICS: readonly Topic[] = [
  "minimax",
  "alphabeta",
  "windows",
  "expectiminimax",
  "maxn",
  ...STRATEGY_TOPICS,
];

/** By topic and exercise, whether it was ever solved. */
type Tried = Record<string, Record<string, boolean>>;

export function remember(
  { topic, difficulty, seed, depth, branching }: ExerciseRequest,
  right: boolean,
): void {
  const record = load<Tried>("exercises", {});
  const tried = (record[topic] ??= {});
  const name = [difficulty, seed, depth, branching].join(" ");
  tried[name] = right || (tried[name] ?? false);
  save("exercises", record);
}

export function Progress({ graded }: { graded: GradePayload | null }) {
  const [record, setRecord] = useState(() => load<Tried>("exercises", {}));
  useEffect(() => setRecord(load<Tried>("exercises", {})), [graded]);
  const topics = TOPICS.filter((topic) => record[topic]);
  return (
    <Panel title={t("web.exercises.progress")}>
      {topics.length === 0 ? (
        <p class="soft">{t("web.exercises.none")}</p>
      ) : (
        <>
          <ul class="progress">
            {topics.map((topic) => {
              const tried = Object.values(record[topic] ?? {});
              const right = tried.filter(Boolean).length;
              return (
                <li key={topic}>
                  <span>{t(`web.topic.${topic}`)}</span>
                  <meter
                    min={0}
                    max={tried.length}
                    value={right}
                    aria-label={t(`web.topic.${topic}`)}
                  />
                  <span>{t("web.exercises.of", { right, tried: tried.length })}</span>
                </li>
              );
            })}
          </ul>
          <div class="row">
            <Button
              kind="quiet"
              icon="trash"
              onClick={() => (save("exercises", {}), setRecord({}))}
            >
              {t("web.exercises.forget")}
            </Button>
          </div>
        </>
      )}
      <p class="soft keys">{t("web.exercises.private")}</p>
    </Panel>
  );
}
