/** The pieces of a line of the course. Figures say what they were computed by. */
import { t } from "../i18n";
import type { SpanPayload } from "../protocol";
import { toHash } from "../route";

export function Spans({ of }: { of: readonly SpanPayload[] }) {
  return (
    <>
      {of.map((span, at) => (
        <Piece key={at} span={span} />
      ))}
    </>
  );
}

function Piece({ span }: { span: SpanPayload }) {
  switch (span.kind) {
    case "strong":
      return <strong>{span.text}</strong>;
    case "emphasis":
      return <em>{span.text}</em>;
    case "code":
      return <code>{span.text}</code>;
    case "link":
      return <a href={addressOf(span.target ?? "")}>{span.text}</a>;
    case "figure":
      return (
        <data class="figure" value={span.text} title={t("web.course.computed", { query: span.query ?? "" })}>
          {span.text}
        </data>
      );
    default:
      return <>{span.text}</>;
  }
}

/** A page of the course by its name, a page of the app, or another site. */
function addressOf(target: string): string {
  return /^(https:|#)/.test(target) ? target : toHash("course", { page: target });
}
