import { useAnswer } from "../app";
import { t } from "../i18n";
import type { ExerciseRequest } from "../protocol";
import { change, type Params } from "../route";
import { download } from "../ui/files";
import { Picture } from "../ui/picture";
import { Button, Problem, TextField, Toggle, Waiting } from "../ui/widgets";

/** Exam mode: so many exercises on paper, with or without the key. */
export function Exam({ request, params }: { request: ExerciseRequest; params: Params }) {
  const count = Math.max(1, Math.min(20, Number(params.count ?? 3) || 3));
  const key = params.key !== undefined;
  const { value, error, loading } = useAnswer("exercise.sheet", { ...request, count, key });
  return (
    <section class="stack" aria-label={t("web.exercises.exam")}>
      <div class="row row-end no-print">
        <TextField
          label={t("web.exercises.count")}
          type="number"
          min={1}
          max={20}
          value={String(count)}
          onChange={(text) => change({ count: text })}
        />
        <Toggle
          label={t("web.exercises.key")}
          checked={key}
          onChange={(on) => change({ key: on ? "1" : null })}
        />
        <Button icon="print" kind="primary" disabled={!value} onClick={() => print()}>
          {t("web.exercises.print")}
        </Button>
        <Button
          icon="download"
          disabled={!value}
          onClick={() =>
            value &&
            download({ name: "exercises.tex", mime: "application/x-tex", content: value.tikz })
          }
        >
          {t("web.format.tikz")}
        </Button>
      </div>
      <Problem error={error} />
      {loading && !value && <Waiting />}
      <div class="sheets">
        {value?.sheets.map((svg, at) => (
          <section key={at} class="exam-sheet">
            <p class="exam-name">
              {key
                ? t("web.exercises.key_of", { number: at + 1 })
                : t("web.exercises.name_line")}
            </p>
            <Picture svg={svg} alt={t("web.exercises.sheet", { number: at + 1 })} />
          </section>
        ))}
      </div>
    </section>
  );
}
