/** The strokes of the drawing: nodes, edges, and the view from far away. */
import { useMemo } from "preact/hooks";
import { t } from "../i18n";
import type { TreeNodePayload } from "../protocol";
import { show } from "../values";
import type { IndexedTree } from "./index_tree";
import { edgeText, type Layout, type Placed } from "./layout";
import { DONE, OPEN, PRUNED, type Snapshot } from "./replay";
import { RADIUS, shapeOf, textAt } from "./shapes";
import { describe, valueOf, windowOf } from "./words";

const STATUS = ["unseen", "open", "done", "pruned"] as const;

interface NodeProps {
  tree: IndexedTree;
  node: TreeNodePayload;
  place: Placed;
  state: Snapshot;
  open: boolean;
  focused: boolean;
  picked: boolean;
  selected: boolean;
  mistaken: boolean;
  onPick: (id: number) => void;
  onTell: (id: number | null) => void;
}

export function NodeView(props: NodeProps) {
  const { tree, node, place, state } = props;
  const value = valueOf(node, state);
  const leaf = node.kind === "leaf";
  const siblings = node.parent === null ? [node.id] : (tree.nodes[node.parent]?.children ?? []);
  const classes = [
    "node",
    `node-${leaf ? "leaf" : node.kind}`,
    `is-${STATUS[state.status[node.id] ?? 0]}`,
  ];
  if (state.current === node.id) classes.push("is-current");
  if (state.path.includes(node.id)) classes.push("is-path");
  if (props.picked) classes.push("is-picked");
  if (props.selected) classes.push("is-selected");
  if (props.mistaken) classes.push("is-mistaken");
  const words = describe(node, state, place.hidden);
  if (props.picked) words.push(t("web.tree.picked"));
  return (
    <g
      role="treeitem"
      class={classes.join(" ")}
      transform={`translate(${place.x.toFixed(1)} ${place.y})`}
      data-node={node.id}
      tabIndex={props.focused ? 0 : -1}
      aria-label={words.join(", ")}
      aria-level={(tree.depth[node.id] ?? 0) + 1}
      aria-posinset={siblings.indexOf(node.id) + 1}
      aria-setsize={siblings.length}
      aria-expanded={node.children.length ? props.open : undefined}
      aria-selected={props.picked || props.selected}
      onClick={() => props.onPick(node.id)}
      onFocus={() => props.onTell(node.id)}
      onBlur={() => props.onTell(null)}
      onMouseEnter={() => props.onTell(node.id)}
      onMouseLeave={() => props.onTell(null)}
    >
      <path class="shape" d={shapeOf(node, value)} />
      {props.picked && <path class="cross" d="M-16 -16 16 16M16 -16 -16 16" />}
    </g>
  );
}

const LONGEST_NAME = 9;

/** Names of positions can be long; a node's own place then says enough. */
function nameOf(node: TreeNodePayload): string {
  return node.name.length > LONGEST_NAME ? "" : node.name;
}

/** The texts of a node, apart from the node itself: what it is called aloud says more than they do. */
export function Labels({ node, place, state }: { node: TreeNodePayload; place: Placed; state: Snapshot }) {
  const status = state.status[node.id] ?? 0;
  const value = valueOf(node, state);
  const range = status === OPEN ? windowOf(node, state) : "";
  const under = underText(node, state, place.hidden);
  const looks = ["label"];
  if (status !== OPEN && status !== DONE) looks.push("label-soft");
  if (state.current === node.id) looks.push("label-current");
  const look = looks.join(" ");
  const leaf = node.kind === "leaf";
  const x = place.x.toFixed(1);
  const beside = RADIUS + (node.kind === "min" ? 7 : 1); // its corners are at the top
  return (
    <>
      {value && (
        <text class={`${look} label-value`} x={x} y={place.y + textAt(node)}>
          {value}
        </text>
      )}
      {!leaf && nameOf(node) && (
        <text
          class={`${look} label-name`}
          x={(place.x - beside).toFixed(1)}
          y={place.y - RADIUS + 8}
        >
          {nameOf(node)}
        </text>
      )}
      {range && (
        <text
          class={`${look} label-range`}
          x={(place.x + beside).toFixed(1)}
          y={place.y - RADIUS + 8}
        >
          {range}
        </text>
      )}
      {under && (
        <text
          class={`${look} ${leaf ? "label-leaf" : "label-under"}`}
          x={x}
          y={place.y + RADIUS + (leaf ? 7 : 14)}
        >
          {under}
        </text>
      )}
    </>
  );
}

/** Under a node: its visits, or how much is folded away; under a leaf, its name. */
function underText(node: TreeNodePayload, state: Snapshot, hidden: number): string {
  if (node.kind === "leaf") return nameOf(node);
  const visits = state.visits[node.id];
  if (visits) return `N ${visits.n} · Q ${show(visits.q)}`;
  return hidden > 0 ? `+${hidden}` : "";
}

interface SceneProps {
  tree: IndexedTree;
  layout: Layout;
  visible: readonly Placed[];
  state: Snapshot;
}

export function Edges({ tree, layout, visible, state, texts }: SceneProps & { texts: boolean }) {
  const best = bestLine(state);
  return (
    <g class="edges" aria-hidden="true">
      {visible.map((place) => {
        const parent = place.parent === null ? undefined : layout.byId.get(place.parent);
        const node = tree.nodes[place.id];
        if (!parent || !node) return null;
        const status = state.status[place.id] ?? 0;
        const classes = ["edge", `edge-${STATUS[status]}`];
        if (state.best[parent.id] === place.id && status === DONE)
          classes.push(best.has(place.id) ? "edge-line" : "edge-best");
        if (state.path.includes(place.id) || (status === OPEN && state.status[parent.id] === OPEN))
          classes.push("edge-path");
        return <path key={place.id} class={classes.join(" ")} d={edgePath(parent, place)} />;
      })}
      {visible.map((place) => {
        const parent = place.parent === null ? undefined : layout.byId.get(place.parent);
        if (!parent || !state.cut[place.id]) return null;
        return <path key={place.id} class="strike" d={strike(parent, place)} />;
      })}
      {texts &&
        visible.map((place) => {
          const parent = place.parent === null ? undefined : layout.byId.get(place.parent);
          const node = tree.nodes[place.id];
          const text = node ? edgeText(node.action, node.probability) : "";
          if (!parent || !text) return null;
          const at = 0.62;
          return (
            <text
              key={place.id}
              class={state.status[place.id] === PRUNED ? "edge-text edge-text-pruned" : "edge-text"}
              x={(parent.x + (place.x - parent.x) * at).toFixed(1)}
              y={(parent.y + (place.y - parent.y) * at + 4).toFixed(1)}
            >
              {text}
            </text>
          );
        })}
    </g>
  );
}

/** The nodes on the line of best play, as far as it is known by now. */
function bestLine(state: Snapshot): Set<number> {
  const line = new Set<number>();
  for (let at = state.best[0] ?? -1; at >= 0 && !line.has(at); at = state.best[at] ?? -1)
    line.add(at);
  return line;
}

function edgePath(parent: Placed, child: Placed): string {
  const [top, bottom] = [parent.y + RADIUS * 0.75, child.y - RADIUS * 0.8];
  return `M${parent.x.toFixed(1)} ${top}L${child.x.toFixed(1)} ${bottom}`;
}

/** Two short strokes across the edge, where the pruning begins. */
function strike(parent: Placed, child: Placed): string {
  const [dx, dy] = [child.x - parent.x, child.y - parent.y];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const strokes = [-3, 3].map((gap) => {
    const x = parent.x + dx * 0.42 + ux * gap;
    const y = parent.y + dy * 0.42 + uy * gap;
    return `M${(x - uy * 8).toFixed(1)} ${(y + ux * 8 + 3).toFixed(1)}L${(x + uy * 8).toFixed(1)} ${(y - ux * 8 - 3).toFixed(1)}`;
  });
  return strokes.join("");
}

/** Everything as a handful of paths, one for each look: thousands of nodes, few elements. */
export function FarView({ tree, layout, visible, state }: SceneProps) {
  const edges = useMemo(() => {
    const paths = visible.map((place) => {
      const parent = place.parent === null ? undefined : layout.byId.get(place.parent);
      return parent ? edgePath(parent, place) : "";
    });
    return paths.join("");
  }, [visible, layout]);
  const squares = useMemo(
    () => visible.map(({ x, y }) => `M${(x - 12).toFixed(0)} ${y - 12}h24v24h-24z`),
    [visible],
  );
  const dots: Record<string, string[]> = {};
  visible.forEach((place, at) => {
    const node = tree.nodes[place.id];
    const look = `far-${node?.kind ?? "leaf"} is-${STATUS[state.status[place.id] ?? 0]}`;
    (dots[look] ??= []).push(squares[at] ?? "");
  });
  return (
    <g aria-hidden="true">
      <path class="edge edge-far" d={edges} />
      {Object.entries(dots).map(([look, boxes]) => (
        <path key={look} class={`far ${look}`} d={boxes.join("")} />
      ))}
    </g>
  );
}
