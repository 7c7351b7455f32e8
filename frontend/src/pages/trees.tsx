/** The tree workshop: a tree typed or built by hand, its values at once, in every format. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { announce, asError, connection, useAnswer } from "../app";
import { t } from "../i18n";
import type { ExportFormat, TreeChecked } from "../protocol";
import { change, route, toHash } from "../route";
import type { RequestError } from "../socket";
import { useStore } from "../store";
import { TreeCanvas } from "../tree/canvas";
import {
  addChild,
  edgeAt,
  forgetRuledNames,
  type JsonTree,
  nodeAt,
  nothing,
  parseTree,
  type Path,
  readUtility,
  remove,
  setProbabilities,
  shift,
} from "../tree/edit";
import { type IndexedTree, indexTree, pathTo } from "../tree/index_tree";
import { Legend } from "../tree/panels";
import { still } from "../tree/replay";
import { EXAMPLES, TreeInput, treeText } from "../tree/source";
import { useUndo } from "../tree/undo";
import { download } from "../ui/files";
import { Share } from "../ui/share";
import { Button, Figures, Heading, Panel, Problem, Select, TextField } from "../ui/widgets";
import { show } from "../values";

const FORMATS: readonly ExportFormat[] = ["text", "json", "svg", "tikz"];

/** Take that tree; Back brings the present one again. */
function become(text: string): void {
  change({ tree: text }, { keep: true });
}

export function TreesPage() {
  const { params } = useStore(route);
  const text = treeText(params);
  const { value, error } = useAnswer("tree.check", { text });
  const last = useRef<TreeChecked | null>(null);
  if (value) last.current = value;
  const checked = value ?? last.current;
  const [selected, setSelected] = useState<Path>([]);
  const [failure, setFailure] = useState<RequestError | null>(null);
  useEffect(() => setFailure(null), [text]);
  const { undo, redo } = useUndo(text, become);

  const tree = useMemo(() => (checked ? indexTree(checked.tree) : null), [checked]);
  const state = useMemo(() => (tree ? still(tree) : null), [tree]);
  const id = tree ? idAt(tree, selected) : 0;

  // The last tree that could be read stays in view, dimmed.
  const stale = error ? " is-stale" : "";

  /** Change the JSON form, have it checked, and take the notation that comes back. */
  function edit(make: (json: JsonTree) => Path | undefined): void {
    if (!checked) return;
    const json = parseTree(checked.json);
    forgetRuledNames(json);
    const path = make(json) ?? selected;
    connection.ask("tree.check", { text: JSON.stringify(json) }).then(
      (done) => {
        setSelected(path);
        become(done.notation);
        announce(t("web.trees.now", { value: show(done.value) }));
      },
      (problem: unknown) => setFailure(asError(problem)),
    );
  }

  return (
    <>
      <Heading title={t("web.page.trees")} lead={t("web.trees.lead")} />
      <div class="page-explore">
        <section class="stack" aria-label={t("web.explore.tree")}>
          <TreeInput params={params} keep={error === null} />
          <div class="row">
            <Button icon="undo" disabled={!undo} onClick={() => undo?.()}>
              {t("web.trees.undo")}
            </Button>
            <Button icon="redo" disabled={!redo} onClick={() => redo?.()}>
              {t("web.trees.redo")}
            </Button>
          </div>
          <Problem error={error ?? failure} />
          {tree && state && checked && (
            <div class={`stack${stale}`}>
              <TreeCanvas
                tree={tree}
                state={state}
                label={t("web.explore.tree")}
                selected={id}
                onPick={(node) => setSelected(placeOf(tree, node))}
              />
              <Legend kinds={new Set(tree.nodes.map(({ kind }) => kind))} />
              <p class="soft keys">{t("web.trees.keys")}</p>
            </div>
          )}
        </section>
        <aside class="stack">
          {checked && (
            <div class={`stack${stale}`} inert={error !== null}>
              {tree && (
                <NodePanel checked={checked} tree={tree} id={id} path={selected} edit={edit} />
              )}
              <Panel title={t("web.explore.cost")}>
                <Figures
                  of={[
                    [t("web.value"), show(checked.value)],
                    [t("web.best"), checked.action ?? ""],
                    [t("web.nodes"), String(checked.tree.nodes.length)],
                  ]}
                />
                <div class="row">
                  <a class="button button-primary" href={toHash("explore", { tree: text })}>
                    {t("web.trees.explore")}
                  </a>
                  <Share />
                </div>
              </Panel>
            </div>
          )}
          <Files text={text} onProblem={setFailure} />
        </aside>
      </div>
    </>
  );
}

function idAt(tree: IndexedTree, path: Path): number {
  let id = 0;
  for (const at of path) {
    const child = tree.nodes[id]?.children[at];
    if (child === undefined) break;
    id = child;
  }
  return id;
}

function placeOf(tree: IndexedTree, id: number): Path {
  return pathTo(tree, id)
    .slice(1)
    .map((node) => {
      const parent = tree.nodes[node]?.parent ?? 0;
      return tree.nodes[parent]?.children.indexOf(node) ?? 0;
    });
}

/** All that can be done to the node that is selected. */
function NodePanel(props: {
  checked: TreeChecked;
  tree: IndexedTree;
  id: number;
  path: Path;
  edit: (make: (json: JsonTree) => Path | undefined) => void;
}) {
  const { checked, tree, id, path, edit } = props;
  const node = tree.nodes[id];
  const json = useMemo(() => parseTree(checked.json), [checked]);
  const raw = nodeAt(json, path);
  const edge = edgeAt(json, path);
  if (!node || !raw) return null;
  const leaf = !raw.children;
  const at = path[path.length - 1] ?? 0;
  const siblings = node.parent === null ? 1 : (tree.nodes[node.parent]?.children.length ?? 1);
  const change = (make: (node: NonNullable<typeof raw>) => void) =>
    edit((all) => {
      const here = nodeAt(all, path);
      if (here) make(here);
      return undefined;
    });
  const kinds = checked.players.length === 2 ? ["max", "min"] : checked.players;
  return (
    <Panel title={t("web.trees.node", { name: node.name })}>
      <div class="row">
        <Button
          icon="plus"
          onClick={() => edit((all) => addChild(all, path, nothing(all, checked.players.length)))}
        >
          {t("web.trees.add")}
        </Button>
        <Button
          icon="trash"
          disabled={path.length === 0}
          onClick={() => edit((all) => remove(all, path, nothing(all, checked.players.length)))}
        >
          {t("web.trees.remove")}
        </Button>
        <Button
          icon="left"
          label={t("web.trees.left")}
          disabled={path.length === 0 || at === 0}
          onClick={() => edit((all) => shift(all, path, -1))}
        />
        <Button
          icon="right"
          label={t("web.trees.right")}
          disabled={path.length === 0 || at >= siblings - 1}
          onClick={() => edit((all) => shift(all, path, 1))}
        />
      </div>
      <div class="grid-two">
        {leaf ? (
          <TextField
            label={t("web.trees.utility")}
            value={Array.isArray(raw.utility) ? raw.utility.join(", ") : String(raw.utility ?? "")}
            onChange={(given) => change((here) => (here.utility = readUtility(given)))}
          />
        ) : (
          <Select
            label={t("web.trees.moves")}
            value={playerOf(raw.player ?? "", kinds)}
            choices={[
              ...kinds.map((kind) => ({ value: kind, label: kind.toUpperCase() })),
              { value: "chance", label: t("web.tree.chance") },
            ]}
            onChange={(kind) =>
              change((here) => {
                here.player = kind;
                for (const below of here.children ?? []) delete below.probability;
              })
            }
          />
        )}
        <TextField
          label={t("web.trees.name")}
          value={node.name}
          onChange={(name) =>
            change((here) => (name.trim() ? (here.name = name.trim()) : delete here.name))
          }
        />
        {edge && (
          <TextField
            label={t("web.trees.action")}
            value={edge.action ?? ""}
            onChange={(action) =>
              edit((all) => {
                const here = edgeAt(all, path);
                if (here && action.trim()) here.action = action.trim();
                else delete here?.action;
                return undefined;
              })
            }
          />
        )}
        {node.kind === "chance" && (
          <TextField
            label={t("web.trees.probabilities")}
            value={(raw.children ?? []).map((below) => String(below.probability ?? "")).join(", ")}
            onChange={(given) =>
              edit((all) => {
                setProbabilities(all, path, given);
                return undefined;
              })
            }
          />
        )}
      </div>
    </Panel>
  );
}

function playerOf(player: string, kinds: readonly string[]): string {
  return kinds.find((kind) => kind.toLowerCase() === player.toLowerCase()) ?? "chance";
}

function Files({ text, onProblem }: { text: string; onProblem: (error: RequestError) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const save = (format: ExportFormat) =>
    connection
      .ask("tree.export", { text, format })
      .then(download, (error: unknown) => onProblem(asError(error)));
  const open = async () => {
    const file = input.current?.files?.[0];
    if (!file) return;
    const given = await file.text();
    connection.ask("tree.check", { text: given }).then(
      ({ notation }) => become(notation),
      (error: unknown) => onProblem(asError(error)),
    );
    if (input.current) input.current.value = "";
  };
  return (
    <Panel title={t("web.trees.files")}>
      <Select
        label={t("web.example")}
        value={EXAMPLES.find(([, tree]) => tree === text)?.[0] ?? ""}
        choices={[
          { value: "", label: t("web.example.own"), disabled: true },
          ...EXAMPLES.map(([name]) => ({ value: name, label: t(name) })),
        ]}
        onChange={(name) => become(EXAMPLES.find(([each]) => each === name)?.[1] ?? "")}
      />
      <div class="row" role="group" aria-label={t("web.trees.export")}>
        {FORMATS.map((format) => (
          <Button key={format} icon="download" onClick={() => void save(format)}>
            {t(`web.format.${format}`)}
          </Button>
        ))}
      </div>
      <label class="field">
        <span>{t("web.trees.import")}</span>
        <input ref={input} type="file" accept=".txt,.tree,.json" onChange={() => void open()} />
      </label>
    </Panel>
  );
}
