/**
 * The explorer and the board in a notebook: what the web app shows, of data that Python has put
 * into the model of a widget. They live in a shadow root, so that neither their styles nor the
 * notebook's reach the other.
 */
import { render } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Outcomes, Position, Token, turnWords } from "./board/position";
import { t, texts, type Texts } from "./i18n";
import type { Search, ViewPayload } from "./protocol";
import { lang, type Lang } from "./settings";
import base from "./styles/base.css?inline";
import board from "./styles/board.css?inline";
import explore from "./styles/explore.css?inline";
import notebook from "./styles/notebook.css?inline";
import play from "./styles/play.css?inline";
import tree from "./styles/tree.css?inline";
import widgets from "./styles/widgets.css?inline";
import { Beside, runOf, Side } from "./tree/explorer";
import { Legend } from "./tree/panels";
import { Transport } from "./tree/transport";
import { Button } from "./ui/widgets";

/** As much of a widget's model as is used here. */
interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
}

/** What is said of the page's root holds for the widget's. */
const STYLES = [base, widgets, board, tree, play, explore, notebook]
  .join("\n")
  .replace(/:root(\[[^\]]*\])?/g, (_, which?: string) => (which ? `:host(${which})` : ":host"));

function useTrait<T>(model: Model, name: string): readonly [T, (value: T) => void] {
  const [value, setValue] = useState(model.get(name) as T);
  useEffect(() => {
    const changed = () => setValue(() => model.get(name) as T);
    changed();
    model.on(`change:${name}`, changed);
    return () => model.off(`change:${name}`, changed);
  }, [model, name]);
  const send = (next: T) => {
    model.set(name, next);
    model.save_changes();
  };
  return [value, send];
}

function Explorer({ model }: { model: Model }) {
  const [search] = useTrait<Search>(model, "search");
  const [step, setStep] = useTrait<number>(model, "step");
  const [said, setSaid] = useState("");
  const run = useMemo(() => runOf(search), [search]);
  const kinds = useMemo(() => new Set(search.tree.nodes.map(({ kind }) => kind)), [search]);
  const move = (to: number, byHand: boolean) => {
    setStep(to);
    if (byHand) setSaid(search.events[to - 1]?.text ?? "");
  };
  return (
    <div class="notebook-explorer">
      <div class="stack">
        <Transport step={step} last={search.events.length} onStep={move} />
        <Side run={run} step={step} title={search.title} alone />
        <Legend kinds={kinds} />
      </div>
      <aside class="stack">
        <Beside run={run} step={step} onStep={(to) => move(to, true)} />
      </aside>
      <p class="unseen" role="status">
        {said}
      </p>
    </div>
  );
}

/** Moves go to Python, which answers with the view of where they lead. */
function Board({ model }: { model: Model }) {
  const [view] = useTrait<ViewPayload>(model, "view");
  const [, setMoves] = useTrait<string[]>(model, "moves");
  const [game] = useTrait<string>(model, "title");
  const act = (name: string) => setMoves([...view.moves, name]);
  return (
    <div class="stage">
      <p class="status-words" role="status">
        {view.player >= 0 && !view.terminal && (
          <Token view={view} player={view.player} />
        )}
        {turnWords(view)}
      </p>
      <Position view={view} label={t("web.play.board", { game })} onAct={act} />
      {view.chances.length > 0 && <Outcomes view={view} onAct={act} />}
      <div class="row row-centre">
        <Button
          icon="undo"
          disabled={view.moves.length === 0}
          onClick={() => setMoves(view.moves.slice(0, -1))}
        >
          {t("web.play.undo")}
        </Button>
        <Button icon="plus" disabled={view.moves.length === 0} onClick={() => setMoves([])}>
          {t("web.play.new")}
        </Button>
      </div>
    </div>
  );
}

/** Dark where the notebook is; most of them are light, whatever the system prefers. */
function isDark(): boolean {
  const { dataset } = document.body;
  return dataset.jpThemeLight === "false" || /dark/.test(dataset.vscodeThemeKind ?? "");
}

function show({ model, el }: { model: Model; el: HTMLElement }): () => void {
  texts.set(model.get("texts") as Texts);
  lang.set(model.get("lang") as Lang);
  // Keys pressed in here are meant for what is in here, and run no commands of the notebook.
  el.dataset.lmSuppressShortcuts = "true";
  el.addEventListener("keydown", (event) => event.stopPropagation());
  const host = document.createElement("div");
  host.lang = lang.value;
  host.dataset.theme = isDark() ? "dark" : "light";
  el.append(host);
  const shadow = host.attachShadow({ mode: "open" });
  const style = document.createElement("style");
  style.textContent = STYLES;
  const root = document.createElement("div");
  root.className = "notebook";
  shadow.append(style, root);
  const Content = model.get("kind") === "explorer" ? Explorer : Board;
  render(<Content model={model} />, root);
  const picture = document.getElementById(String(model.get("picture") ?? ""));
  if (picture) picture.hidden = true;
  return () => {
    render(null, root);
    host.remove();
    if (picture) picture.hidden = false;
  };
}

export default { render: show };
