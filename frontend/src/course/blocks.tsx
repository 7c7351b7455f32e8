/** The parts of a page: text, live blocks and questions. */
import type { CourseBlock } from "../protocol";
import { LiveBlock } from "./live";
import { QuestionBlock } from "./question";
import { Spans } from "./spans";

export function Block({ block, page }: { block: CourseBlock; page: string }) {
  if (block.live) return <LiveBlock live={block.live} />;
  if (block.question) return <QuestionBlock question={block.question} page={page} />;
  const spans = block.spans ?? [];
  switch (block.kind) {
    case "heading":
      return block.level === 2 ? (
        <h2>
          <Spans of={spans} />
        </h2>
      ) : (
        <h3>
          <Spans of={spans} />
        </h3>
      );
    case "list":
    case "steps": {
      const List = block.kind === "list" ? "ul" : "ol";
      return (
        <List>
          {(block.items ?? []).map((item, at) => (
            <li key={at}>
              <Spans of={item} />
            </li>
          ))}
        </List>
      );
    }
    case "table":
      return <Table rows={block.rows ?? []} />;
    case "text":
      return <pre class="course-text">{block.text}</pre>;
    default:
      return (
        <p>
          <Spans of={spans} />
        </p>
      );
  }
}

function Table({ rows: [head = [], ...rows] }: { rows: NonNullable<CourseBlock["rows"]> }) {
  return (
    <div class="scroll" tabIndex={0} role="group">
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th key={at} scope="col">
                <Spans of={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column}>
                  <Spans of={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
