/** The grade of an answer, with its first mistake. */
import { t } from "../i18n";
import type { GradePayload } from "../protocol";
import { Icon } from "../ui/icons";

export function Judgement({ grade }: { grade: GradePayload }) {
  return (
    <div class={`judgement ${grade.right ? "judgement-right" : "judgement-wrong"}`}>
      <p class="judgement-score">
        <Icon name={grade.right ? "check" : "cross"} />
        {grade.right
          ? t("web.exercises.right")
          : t("web.exercises.score", { correct: grade.correct, total: grade.total })}
      </p>
      {grade.mistake && <p>{grade.mistake}</p>}
      {grade.line && <p class="soft">{grade.line}</p>}
    </div>
  );
}
