/** Compare: algorithms on one position, how they grow with depth, and what move ordering does. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Answered, announce, asError, connection, titleOf, useAnswer, useHello } from "../app";
import { actionWord, t } from "../i18n";
import type { CompareRequest, Growth, Row, SearchRequest } from "../protocol";
import { change, joinNames, type Params, route, splitNames } from "../route";
import { lang } from "../settings";
import { Cancelled, type RequestError } from "../socket";
import { useStore } from "../store";
import { TreeCanvas } from "../tree/canvas";
import { type IndexedTree, indexTree } from "../tree/index_tree";
import { bestFirst, moved, type Order } from "../tree/order";
import { Replay } from "../tree/replay";
import { type Source, SourceDetails, SourceFields, useSource } from "../tree/source";
import { type Curve, LogChart } from "../ui/chart";
import { Icon } from "../ui/icons";
import { Share } from "../ui/share";
import { Button, Figures, Heading, Panel, Problem, TextField, Waiting } from "../ui/widgets";
import { count, seconds, show } from "../values";

const USUAL_DEPTH = 4;
const ORDERED_DEPTH = 3;
/** Deeper than any example is: the growth is measured until the game ends. */
const TO_THE_END = 12;
/** How large the tree of the example is at most: minimax is to be done with it in a moment. */
const EXAMPLE_NODES = 1500;

export function ComparePage() {
  const { params } = useStore(route);
  const greeting = useHello();
  const source = useSource(params, EXAMPLE_NODES, "game");
  const names = source.algorithms.map(({ name }) => name);
  const wanted = splitNames(params.algorithms).filter((name) => names.includes(name));
  const chosen = wanted.length > 0 ? wanted : telling(names);
  const usual = source.isExample ? source.depth : USUAL_DEPTH;
  const depth = Number(params.depth ?? usual ?? TO_THE_END) || USUAL_DEPTH;
  const toTheEnd = source.kind === "tree" || (usual === null && params.depth === undefined);
  const request: CompareRequest | null = source.ready
    ? {
        ...source.request,
        algorithms: chosen,
        ...(toTheEnd && params.depth === undefined ? {} : { depth }),
      }
    : null;
  const rows = useRows(request);
  const growth = useGrowth(
    request
      ? { ...request, depth: source.kind === "game" ? depth : (treeHeight(source) ?? depth) }
      : null,
  );
  return (
    <>
      <Heading title={t("web.page.compare")} lead={t("web.compare.lead")} />
      <section class="setup" aria-label={t("web.explore.setup")}>
        <div class="row row-end">
          <SourceFields params={params} source={source} />
          <TextField
            label={t("web.depth")}
            type="number"
            min={1}
            max={greeting.limits.depth}
            value={params.depth ?? (source.kind === "game" && usual !== null ? String(usual) : "")}
            onChange={(text) => change({ depth: text })}
          />
          <Share />
        </div>
        <fieldset class="checks">
          <legend>{t("web.compare.algorithms")}</legend>
          {names.map((name) => (
            <label key={name} class="toggle">
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={(event) => {
                  const on = event.currentTarget.checked;
                  change({
                    algorithms: joinNames(
                      names.filter((each) => (each === name ? on : chosen.includes(each))),
                    ),
                  });
                }}
              />
              <span>{titleOf(greeting, name)}</span>
            </label>
          ))}
        </fieldset>
        <Problem error={source.checked.error} />
        <details class="more" open={source.checked.error !== null}>
          <summary>{t("web.explore.more")}</summary>
          <SourceDetails params={params} source={source} />
        </details>
      </section>
      <div class="page-compare">
        <Panel title={t("web.compare.table")}>
          <Problem error={rows.error} />
          <Table rows={rows.value ?? []} />
          {rows.loading && <Waiting text={t("web.explore.searching")} />}
        </Panel>
        <Panel title={t("web.compare.growth")}>
          <Problem error={growth.error} />
          {growth.value && <GrowthChart growth={growth.value} />}
          {growth.loading && <Waiting text={t("web.explore.searching")} />}
        </Panel>
        {names.includes("alphabeta") && <Ordering source={source} params={params} />}
      </div>
    </>
  );
}

/** The algorithms that tell most beside each other, of those that fit. */
function telling(names: readonly string[]): string[] {
  const pick = (wanted: readonly string[]) => wanted.filter((name) => names.includes(name));
  if (names.includes("alphabeta")) return pick(["minimax", "alphabeta", "mcts"]);
  if (names.includes("star1")) return pick(["expectiminimax", "star1", "star2"]);
  return [...names];
}

function treeHeight(source: Source): number | null {
  const tree = source.checked.value?.tree;
  return tree ? indexTree(tree).height : null;
}

/** Rows as they come in. */
export function useRows(request: CompareRequest | null): Answered<readonly Row[]> {
  const language = useStore(lang);
  const [state, setState] = useState<Answered<readonly Row[]>>({
    value: null,
    error: null,
    loading: false,
  });
  const key = request && `${language} ${JSON.stringify(request)}`;
  useEffect(() => {
    if (!request) return;
    setState({ value: null, error: null, loading: true });
    const running = connection.run("compare", request, (row) =>
      setState((before) => ({ ...before, value: [...(before.value ?? []), row] })),
    );
    running.answer.then(
      ({ rows }) => setState({ value: rows, error: null, loading: false }),
      failed((error) => setState({ value: null, error, loading: false })),
    );
    return running.drop;
  }, [key]);
  return state;
}

function useGrowth(request: CompareRequest | null): Answered<Growth> {
  const language = useStore(lang);
  const [state, setState] = useState<Answered<Growth>>({
    value: null,
    error: null,
    loading: false,
  });
  const key = request && `${language} ${JSON.stringify(request)}`;
  useEffect(() => {
    if (!request) return;
    setState({ value: null, error: null, loading: true });
    const { depth, order: _, ...rest } = request;
    const running = connection.run("growth", { ...rest, depth: depth ?? USUAL_DEPTH }, (value) =>
      setState({ value, error: null, loading: true }),
    );
    running.answer.then(
      (value) => setState({ value, error: null, loading: false }),
      failed((error) => setState((before) => ({ ...before, error, loading: false }))),
    );
    return running.drop;
  }, [key]);
  return state;
}

function failed(then: (error: RequestError) => void): (failure: unknown) => void {
  return (failure) => {
    if (!(failure instanceof Cancelled)) then(asError(failure));
  };
}

export function Table({ rows }: { rows: readonly Row[] }) {
  const most = Math.max(1, ...rows.map(({ nodes }) => nodes));
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={t("web.compare.table")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("web.algorithm")}</th>
            <th scope="col" class="wide">
              {t("web.nodes")}
            </th>
            {[t("web.leaves"), t("web.cutoffs"), t("web.branching"), t("web.seconds")].map(
              (name) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ),
            )}
            <th scope="col">{t("web.value")}</th>
            <th scope="col">{t("web.best")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.algorithm}>
              <th scope="row">{row.title}</th>
              {row.fits && row.reason === null ? (
                <>
                  <td class="wide">
                    <Meter share={row.nodes / most} /> {count(row.nodes)}
                  </td>
                  <td class="number">{count(row.leaves)}</td>
                  <td class="number">{count(row.cutoffs)}</td>
                  <td class="number">{row.branching > 0 ? show(row.branching) : "–"}</td>
                  <td class="number">{seconds(row.seconds)}</td>
                  <td>{show(row.value)}</td>
                  <td>{actionWord(row.action ?? "–")}</td>
                </>
              ) : (
                <td colSpan={7} class="soft">
                  {row.reason}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Meter({ share }: { share: number }) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => ref.current?.style.setProperty("--share", String(share)), [share]);
  return <i class="meter" ref={ref} aria-hidden="true" />;
}

function GrowthChart({ growth }: { growth: Growth }) {
  const over = (values: readonly (number | null)[]) =>
    growth.depths.flatMap((depth, at): [number, number][] => {
      const value = values[at];
      return value === undefined || value === null ? [] : [[depth, value]];
    });
  const curves: Curve[] = [
    { name: `b^d, b = ${show(growth.branching)}`, points: over(growth.full), look: "full" },
    { name: "b^(d/2)", points: over(growth.best), look: "best" },
    ...growth.series.map(({ title, nodes }, at): Curve => ({
      name: title,
      points: over(nodes),
      look: at,
    })),
  ];
  return (
    <LogChart
      title={t("web.compare.growth")}
      across={t("web.depth")}
      up={t("web.compare.up")}
      curves={curves}
    />
  );
}

/** The children of a node tried in another order: what alpha-beta then visits. */
function Ordering({ source, params }: { source: Source; params: Params }) {
  const [order, setOrder] = useState<Order>({});
  const [selected, setSelected] = useState("");
  const key = JSON.stringify(source.request);
  useEffect(() => {
    setOrder({});
    setSelected("");
  }, [key]);
  const asked = Number(params.depth ?? (source.isExample ? source.depth : ORDERED_DEPTH)) || null;
  const depth = source.isExample ? asked : Math.min(ORDERED_DEPTH, asked ?? ORDERED_DEPTH);
  const limited = source.kind === "game" && depth !== null;
  const plain: SearchRequest | null = source.ready
    ? { ...source.request, algorithm: "alphabeta", ...(limited ? { depth } : {}) }
    : null;
  const first = useAnswer("search", plain);
  const full = useAnswer("search", plain && { ...plain, algorithm: "minimax" });
  const now = useAnswer("search", plain && { ...plain, order });
  const search = now.value ?? first.value;
  const tree = useMemo(
    (): IndexedTree | null => (search ? indexTree(search.tree) : null),
    [search],
  );
  const state = useMemo(
    () => (tree && search ? new Replay(tree, search.events).at(search.events.length) : null),
    [tree, search],
  );
  const node = tree?.nodes.find(({ name }) => name === selected) ?? tree?.nodes[0];
  const children = (node?.children ?? []).map((id) => tree?.nodes[id]?.action ?? "");
  const put = (from: number, to: number) => {
    if (!node || to < 0 || to >= children.length || from === to) return;
    setOrder({ ...order, [node.name]: moved(children, from, to) });
  };
  useEffect(() => {
    if (now.value && Object.keys(order).length)
      announce(t("web.compare.visits", { nodes: count(now.value.statistics.nodes) }));
  }, [now.value]);
  const whole = full.value ? indexTree(full.value.tree) : null;
  return (
    <Panel title={t("web.compare.ordering")} class="ordering">
      <p>
        {t("web.compare.ordering_lead")}
        {limited && ` ${t("web.compare.to_depth", { depth: depth ?? 0 })}`}
      </p>
      <Problem error={now.error ?? first.error} />
      {search && tree && state && (
        <>
          <Figures
            of={[
              [t("web.compare.minimax"), full.value ? count(full.value.statistics.nodes) : ""],
              [t("web.compare.given"), first.value ? count(first.value.statistics.nodes) : ""],
              [t("web.compare.now"), count(search.statistics.nodes)],
              [t("web.cutoffs"), count(search.statistics.cutoffs)],
            ]}
          />
          <div class="row">
            <Button disabled={!whole} onClick={() => whole && setOrder(bestFirst(whole, 1))}>
              {t("web.compare.best_first")}
            </Button>
            <Button disabled={!whole} onClick={() => whole && setOrder(bestFirst(whole, -1))}>
              {t("web.compare.worst_first")}
            </Button>
            <Button icon="undo" onClick={() => setOrder({})}>
              {t("web.compare.as_given")}
            </Button>
          </div>
          <TreeCanvas
            tree={tree}
            state={state}
            label={t("web.explore.tree_of", { algorithm: search.title })}
            height="short"
            selected={node?.id}
            onPick={(id) =>
              tree.nodes[id]?.children.length && setSelected(tree.nodes[id]?.name ?? "")
            }
          />
          {node && children.length > 1 && (
            <Sortable
              title={t("web.compare.children", { node: node.name })}
              names={children}
              onMove={put}
            />
          )}
        </>
      )}
      {!search && (now.loading || first.loading) && <Waiting text={t("web.explore.searching")} />}
    </Panel>
  );
}

/** Names in a row, to be dragged, or moved with the buttons at each. */
function Sortable(props: {
  title: string;
  names: readonly string[];
  onMove: (from: number, to: number) => void;
}) {
  const dragged = useRef<number | null>(null);
  return (
    <div class="sortable">
      <p class="soft">{props.title}</p>
      <ol>
        {props.names.map((name, at) => (
          <li
            key={name}
            draggable
            onDragStart={(event) => {
              dragged.current = at;
              event.dataTransfer?.setData("text/plain", name);
            }}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged.current !== null) props.onMove(dragged.current, at);
              dragged.current = null;
            }}
          >
            <button
              type="button"
              disabled={at === 0}
              aria-label={t("web.compare.earlier", { name })}
              onClick={() => props.onMove(at, at - 1)}
            >
              <Icon name="left" />
            </button>
            <span>{name}</span>
            <button
              type="button"
              disabled={at === props.names.length - 1}
              aria-label={t("web.compare.later", { name })}
              onClick={() => props.onMove(at, at + 1)}
            >
              <Icon name="right" />
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
