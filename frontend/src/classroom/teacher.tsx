/** For teachers: a link for the class, sheets to print, and the results that come back. */
import { useState } from "preact/hooks";
import { answers } from "../course/progress";
import { t } from "../i18n";
import type { CourseContents, Difficulty } from "../protocol";
import { change, joinNames, type Params, toHash } from "../route";
import { useStore } from "../store";
import { download } from "../ui/files";
import { Button, Heading, Panel, Segments, Select, TextField } from "../ui/widgets";
import { TOPICS } from "../pages/progress";
import { codesIn, countMarks, decode, type Results } from "./code";
import { ResultsPanel } from "./results";
import { seedsOf } from "./student";

const DIFFICULTIES: readonly Difficulty[] = ["easy", "medium", "hard"];

export function TeacherPage(props: { params: Params; contents: CourseContents | null }) {
  return (
    <div class="class-page">
      <Heading title={t("web.page.class")} lead={t("web.class.lead")} />
      <LinkPanel params={props.params} />
      <CheckPanel />
      {props.contents && <OwnResults contents={props.contents} />}
    </div>
  );
}

function LinkPanel({ params }: { params: Params }) {
  const topic = TOPICS.find((each) => each === params.topic) ?? "alphabeta";
  const difficulty = DIFFICULTIES.find((each) => each === params.difficulty) ?? "medium";
  const seeds = params.draft ?? "1 2 3 4 5";
  const group = params.class ?? "";
  const listed = seedsOf(seeds);
  const link = toHash("class", {
    topic,
    difficulty,
    class: group,
    seeds: joinNames(listed.map(String)),
  });
  const address = `${location.href.split("#")[0]}${link}`;
  return (
    <Panel title={t("web.class.link")}>
      <div class="row row-end">
        <TextField
          label={t("web.class.group")}
          value={group}
          onChange={(given) => change({ class: given })}
        />
        <Select
          label={t("web.exercises.topic")}
          value={topic}
          choices={TOPICS.map((value) => ({ value, label: t(`web.topic.${value}`) }))}
          onChange={(value) => change({ topic: value })}
        />
        <Segments
          label={t("web.exercises.difficulty")}
          value={difficulty}
          choices={DIFFICULTIES.map((value) => ({ value, label: t(`web.difficulty.${value}`) }))}
          onChange={(value) => change({ difficulty: value })}
        />
        <TextField
          label={t("web.class.seeds")}
          value={seeds}
          onChange={(given) => change({ draft: given })}
        />
      </div>
      <p class="class-code">
        <a href={link}>{address}</a>
      </p>
      <div class="row">
        <Button icon="link" onClick={() => void navigator.clipboard.writeText(address)}>
          {t("web.class.copy_link")}
        </Button>
        <a
          class="button button-plain"
          href={toHash("exercises", {
            topic,
            difficulty,
            seed: String(listed[0] ?? 1),
            count: String(listed.length),
            exam: "1",
          })}
        >
          {t("web.class.sheets")}
        </a>
      </div>
    </Panel>
  );
}

/** Codes pasted, or files opened, checked in this browser. */
function CheckPanel() {
  const [text, setText] = useState("");
  const rows = codesIn(text).map((code) => ({ code, results: decode(code) }));
  const read = async (files: FileList | null) => {
    const read = await Promise.all([...(files ?? [])].map((file) => file.text()));
    setText((before) => [before, ...read].filter(Boolean).join("\n"));
  };
  return (
    <Panel title={t("web.class.check")}>
      <label class="stack-tight">
        <span>{t("web.class.paste")}</span>
        <textarea
          value={text}
          spellcheck={false}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <div class="row">
        <label class="button button-plain">
          {t("web.class.files")}
          <input
            class="unseen"
            type="file"
            multiple
            accept=".txt,.json"
            onChange={(event) => void read(event.currentTarget.files)}
          />
        </label>
        <Button
          icon="download"
          disabled={rows.length === 0}
          onClick={() => download({ name: "class.csv", mime: "text/csv", content: csvOf(rows) })}
        >
          CSV
        </Button>
      </div>
      {text.trim() !== "" && rows.length === 0 && <p class="soft">{t("web.class.no_codes")}</p>}
      {rows.length > 0 && <Table rows={rows} />}
    </Panel>
  );
}

interface Row {
  readonly code: string;
  readonly results: Results | null;
}

function Table({ rows }: { rows: readonly Row[] }) {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={t("web.class.check")}>
      <table class="class-results">
        <thead>
          <tr>
            {["name", "group", "what", "solved_head", "first"].map((name) => (
              <th key={name} scope="col">
                {t(`web.class.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ code, results }, at) =>
            results ? (
              <tr key={at}>
                <th scope="row">{results.name || "–"}</th>
                <td>{results.group || "–"}</td>
                <td>{whatOf(results)}</td>
                <td>
                  {countMarks(results).right} / {countMarks(results).of}
                </td>
                <td>{countMarks(results).first}</td>
              </tr>
            ) : (
              <tr key={at}>
                <th scope="row">{code.slice(0, 18)}…</th>
                <td colSpan={4} class="class-broken">
                  {t("web.class.broken")}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

function whatOf({ kind, topic, difficulty, marks }: Results): string {
  if (kind === "course") return t("web.page.course");
  const seeds = Object.keys(marks).join(" ");
  return `${t(`web.topic.${topic}`)}, ${t(`web.difficulty.${difficulty}`)}, ${seeds}`;
}

/** A table for a spreadsheet; no cell can begin a formula. */
function csvOf(rows: readonly Row[]): string {
  const cell = (text: string) => `"${text.replace(/^([=+\-@])/, "'$1").replace(/"/g, '""')}"`;
  const lines = rows.map(({ code, results }) => {
    if (!results) return [code, "", "", "", "", "no"];
    const { right, first, of } = countMarks(results);
    return [results.name, results.group, whatOf(results), `${right}/${of}`, String(first), "yes"];
  });
  const head = ["name", "class", "exercises", "solved", "first attempt", "valid"];
  return `${[head, ...lines].map((line) => line.map(cell).join(",")).join("\n")}\n`;
}

/** What was answered in the course on this device, as a code. */
function OwnResults({ contents }: { contents: CourseContents }) {
  const all = useStore(answers);
  const marks = Object.fromEntries(
    contents.pages
      .filter(({ questions }) => questions > 0)
      .map(({ name, questions }) => [
        name,
        Array.from({ length: questions }, (_, at) => {
          const found = all[name]?.[at];
          return found?.right ? String(Math.min(9, found.tries + 1)) : "0";
        }).join(""),
      ]),
  );
  return <ResultsPanel results={{ kind: "course", group: "", topic: "", difficulty: "", marks }} />;
}
