/** Beside the tree: what happens in words, the window, the pseudocode, the trace, the cost. */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { actionWord, t } from "../i18n";
import type { Event, Search } from "../protocol";
import { Figures } from "../ui/widgets";
import { count, seconds, show, toNumber } from "../values";
import type { IndexedTree } from "./index_tree";
import { isLeaf } from "./index_tree";
import type { Snapshot } from "./replay";

export function Said({ event, search }: { event: Event | undefined; search: Search }) {
  const words = event ? event.text.replace(/^[\s.]+/, "") : "";
  const kind = event ? t(`web.event.${event.phase ?? event.kind}`) : t("web.event.start");
  const over = event !== undefined && event === search.events[search.events.length - 1];
  return (
    <div class="said">
      <span class={`chip chip-${event?.phase ?? event?.kind ?? "start"}`}>{kind}</span>
      <p>{event ? words : t("web.explore.ready", { nodes: count(search.tree.nodes.length) })}</p>
      {event?.reason && event.reason !== event.text && <p class="said-reason">{event.reason}</p>}
      {over && <p class="said-end">{search.conclusion}</p>}
    </div>
  );
}

/** The α–β window of the current node on a line, with the value so far: a cut can be seen coming. */
export function WindowLine({ tree, state }: { tree: IndexedTree; state: Snapshot }) {
  const node = state.current;
  const [alpha, beta] = [state.alpha[node] ?? null, state.beta[node] ?? null];
  const value = state.value[node] ?? null;
  if (alpha === null && beta === null)
    return (
      <div class="window">
        <dl>
          <div>
            <dt class="greek">v</dt>
            <dd>{value === null ? "–" : show(value)}</dd>
          </div>
        </dl>
      </div>
    );
  const [low, high] = rangeOf(tree);
  const place = (at: number | null, infinite: number): number => {
    if (at === null) return infinite;
    return Math.max(2, Math.min(98, 8 + ((at - low) / (high - low || 1)) * 84));
  };
  const from = place(toNumber(alpha), 2);
  const to = place(toNumber(beta), 98);
  const at = toNumber(value);
  const crossed = (toNumber(alpha) ?? -Infinity) >= (toNumber(beta) ?? Infinity);
  return (
    <div class={`window${crossed ? " window-closed" : ""}`}>
      <svg viewBox="0 0 100 22" preserveAspectRatio="none" aria-hidden="true">
        <line class="window-axis" x1="0" x2="100" y1="11" y2="11" />
        <rect
          class="window-band"
          x={Math.min(from, to)}
          width={Math.abs(to - from)}
          y="4"
          height="14"
        />
        <line class="window-end window-alpha" x1={from} x2={from} y1="1" y2="21" />
        <line class="window-end window-beta" x1={to} x2={to} y1="1" y2="21" />
        {at !== null && (
          <line class="window-value" x1={place(at, 50)} x2={place(at, 50)} y1="0" y2="22" />
        )}
      </svg>
      <dl>
        <div>
          <dt class="greek">α</dt>
          <dd>{show(alpha)}</dd>
        </div>
        <div>
          <dt class="greek">v</dt>
          <dd>{value === null ? "–" : show(value)}</dd>
        </div>
        <div>
          <dt class="greek">β</dt>
          <dd>{show(beta)}</dd>
        </div>
      </dl>
    </div>
  );
}

const ranges = new WeakMap<IndexedTree, [number, number]>();

/** The least and the greatest value of a leaf. */
function rangeOf(tree: IndexedTree): [number, number] {
  const known = ranges.get(tree);
  if (known) return known;
  let [low, high] = [Infinity, -Infinity];
  for (const node of tree.nodes) {
    const value = isLeaf(node) ? node.number : null;
    if (value === null || !Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const range: [number, number] = low <= high ? [low, high] : [-1, 1];
  ranges.set(tree, range);
  return range;
}

/** N, W, Q and UCB of the children of where the simulation is. */
export function VisitTable({ tree, state }: { tree: IndexedTree; state: Snapshot }) {
  const at = tree.nodes[state.current];
  const parent = at && at.children.length === 0 && at.parent !== null ? tree.nodes[at.parent] : at;
  const rows = [parent?.id ?? 0, ...(parent?.children ?? [])].filter((id) => state.visits[id]);
  if (rows.length === 0) return null;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={t("web.explore.visits")}>
      <table class="visits">
        <thead>
          <tr>
            <th scope="col">{t("web.explore.action")}</th>
            <th scope="col" class="number">
              N
            </th>
            <th scope="col" class="number">
              W
            </th>
            <th scope="col" class="number">
              Q
            </th>
            <th scope="col" class="number">
              UCB
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((id) => {
            const visits = state.visits[id];
            const node = tree.nodes[id];
            if (!visits || !node) return null;
            return (
              <tr key={id} class={state.path.includes(id) ? "visits-path" : ""}>
                <th scope="row">{id === parent?.id ? node.name : actionWord(node.action ?? node.name)}</th>
                <td class="number">{visits.n}</td>
                <td class="number">{show(visits.w)}</td>
                <td class="number">{show(visits.q)}</td>
                <td class="number">{visits.ucb === null ? "∞" : show(visits.ucb)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

export function Pseudocode({ lines, at }: { lines: readonly string[]; at: number }) {
  const list = useRef<HTMLOListElement>(null);
  useKeepInView(list, at);
  return (
    <ol class="pseudocode" ref={list} tabIndex={0} aria-label={t("web.explore.pseudocode")}>
      {lines.map((line, number) => (
        <li key={number} aria-current={number === at ? "step" : undefined}>
          <Indented line={line} />
        </li>
      ))}
    </ol>
  );
}

function Indented({ line }: { line: string }) {
  const ref = useRef<HTMLElement>(null);
  const spaces = line.length - line.trimStart().length;
  useLayoutEffect(() => ref.current?.style.setProperty("--indent", String(spaces)), [spaces]);
  return <code ref={ref}>{line.trim() || "\u00a0"}</code>;
}

const LATEST = 300;

export interface TraceLine {
  readonly text: string;
  /** The step after which the line has been said. */
  readonly step: number;
}

export function traceLines(search: Search): TraceLine[] {
  return search.events.flatMap(({ text }, at) => (text ? [{ text, step: at + 1 }] : []));
}

/** The trace so far, the latest lines of it. */
export function TraceLines(props: {
  lines: readonly TraceLine[];
  step: number;
  onStep: (step: number) => void;
}) {
  const { lines, step } = props;
  const list = useRef<HTMLOListElement>(null);
  const at = lines.filter((line) => line.step <= step).length - 1;
  const from = Math.max(0, at + 1 - LATEST);
  useKeepInView(list, at - from);
  return (
    <ol class="trace" ref={list} start={from + 1} aria-label={t("web.explore.trace")}>
      {lines.slice(from, at + 1).map((line, number) => (
        <li
          key={line.step}
          aria-current={from + number === at ? "step" : undefined}
        >
          <button type="button" onClick={() => props.onStep(line.step)}>
            {line.text}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Scrolls the list itself, never the page. */
function useKeepInView(list: { current: HTMLElement | null }, at: number): void {
  useEffect(() => {
    const item = list.current?.children[at] as HTMLElement | undefined;
    if (!item || !list.current) return;
    const top = item.offsetTop;
    const { scrollTop, clientHeight } = list.current;
    if (top < scrollTop || top + item.offsetHeight > scrollTop + clientHeight)
      list.current.scrollTop = top - clientHeight / 2;
  }, [at]);
}

/** The cost up to a step: what the search has found is shown once it has found it. */
export function Cost({ search, step }: { search: Search; step: number }) {
  const { statistics } = search;
  const over = step >= search.events.length;
  const { nodes, leaves, cutoffs } = over ? statistics : costUpTo(search, step);
  const last = (figure: string) => (over ? figure : "");
  return (
    <Figures
      of={[
        [t("web.value"), last(show(search.value))],
        [t("web.best"), last(actionWord(search.action ?? ""))],
        [t("web.nodes"), count(nodes)],
        [t("web.leaves"), count(leaves)],
        [t("web.cutoffs"), count(cutoffs)],
        [t("web.pruned"), last(statistics.pruned === null ? "" : count(statistics.pruned))],
        [t("web.branching"), last(show(statistics.branching))],
        [t("web.seconds"), last(seconds(statistics.seconds))],
      ]}
    />
  );
}

export function costUpTo(search: Pick<Search, "events">, step: number) {
  const kinds = search.events.slice(0, step).map(({ kind }) => kind);
  const number = (wanted: string) => kinds.filter((kind) => kind === wanted).length;
  const leaves = number("leaf");
  return { nodes: number("enter") + leaves, leaves, cutoffs: number("cut") };
}

export function Legend({ kinds }: { kinds: ReadonlySet<string> }) {
  const shapes: readonly (readonly [string, string, string])[] = [
    ["max", "M10 2 19 17H1Z", t("web.tree.max")],
    ["min", "M10 18 19 3H1Z", t("web.tree.min")],
    ["chance", "M2 10a8 8 0 1 1 16 0a8 8 0 1 1-16 0Z", t("web.tree.chance")],
    ["own", "M3 3H17V17H3Z", t("web.tree.own")],
  ];
  return (
    <ul class="legend">
      {shapes
        .filter(([kind]) => kinds.has(kind))
        .map(([kind, path, words]) => (
          <li key={kind} class={`node-${kind} is-done`}>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path class="shape" d={path} />
            </svg>
            {words}
          </li>
        ))}
      <li class="node-leaf is-done">
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path class="shape" d="M1 4H19V16H1Z" />
        </svg>
        {t("web.tree.leaf")}
      </li>
      <li>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path class="edge edge-pruned" d="M10 0V20" />
          <path class="strike" d="M4 10 16 6M4 15 16 11" />
        </svg>
        {t("web.tree.cut")}
      </li>
      <li>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path class="edge edge-line" d="M10 0V20" />
        </svg>
        {t("web.tree.best")}
      </li>
    </ul>
  );
}
