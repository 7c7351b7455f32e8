/** A student's results: their name, the code for the teacher, and the same as a file. */
import { useState } from "preact/hooks";
import { announce } from "../app";
import { t } from "../i18n";
import { load, save } from "../settings";
import { download } from "../ui/files";
import { Button, Panel, TextField } from "../ui/widgets";
import { countMarks, encode, type Results } from "./code";

export function ResultsPanel(props: { results: Omit<Results, "name"> }) {
  const [name, setName] = useState(() => load<string>("student", ""));
  const [copied, setCopied] = useState(false);
  const results: Results = { ...props.results, name };
  const code = encode(results);
  const { right, of } = countMarks(results);
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => {
        setCopied(true);
        announce(t("web.copied"));
      },
      () => announce(code),
    );
  return (
    <Panel title={t("web.class.results")}>
      <p>{t("web.class.solved", { right, of })}</p>
      <div class="row row-end">
        <TextField
          label={t("web.class.name")}
          value={name}
          onChange={(given) => (save("student", given), setName(given))}
        />
        <Button icon={copied ? "check" : "link"} onClick={() => void copy()}>
          {t("web.class.copy")}
        </Button>
        <Button
          icon="download"
          onClick={() =>
            download({ name: "results.txt", mime: "text/plain", content: `${name}\n${code}\n` })
          }
        >
          {t("web.class.save")}
        </Button>
      </div>
      <p class="class-code" aria-label={t("web.class.code")}>
        {code}
      </p>
      <p class="soft keys">{t("web.class.code_about")}</p>
    </Panel>
  );
}
