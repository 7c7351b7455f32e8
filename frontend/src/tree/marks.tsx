/** The strokes of the drawing: nodes, edges, and the view from far away. */
import { useMemo } from "preact/hooks";
import { t } from "../i18n";
import type { TreeNodePayload } from "../protocol";
import type { IndexedTree } from "./index_tree";
import { joinPath, joinsOf } from "./joins";
import { edgeLabel, ends, fitsInside, type Label, labelsOf, strokes } from "./labels";
import type { Layout, Placed } from "./layout";
import { DONE, OPEN, PRUNED, type Snapshot } from "./replay";
import { shapeOf, targetOf } from "./shapes";
import { describe, valueOf } from "./words";

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
      <path class="node-target" d={targetOf(node)} />
      <path class="shape" d={shapeOf(node, fitsInside(node, value) ? value : "")} />
      {props.picked && <path class="cross" d="M-16 -16 16 16M16 -16 -16 16" />}
    </g>
  );
}

/** The texts of a node, apart from the node itself: what it is called aloud says more than they do. */
export function Labels({ node, place, state }: { node: TreeNodePayload; place: Placed; state: Snapshot }) {
  const status = state.status[node.id] ?? 0;
  const looks = ["label"];
  if (status !== OPEN && status !== DONE) looks.push("label-soft");
  if (state.current === node.id) looks.push("label-current");
  return (
    <>
      {labelsOf(node, place, state).map((label, at) => (
        <LabelText key={at} label={label} look={looks.join(" ")} />
      ))}
    </>
  );
}

function LabelText({ label, look }: { label: Label; look: string }) {
  return (
    <text
      class={`${look} label-${label.kind}`}
      text-anchor={label.anchor}
      x={label.x.toFixed(1)}
      y={label.y.toFixed(1)}
    >
      {label.text}
    </text>
  );
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
          const label = parent && node ? edgeLabel(node, parent, place) : null;
          if (!label) return null;
          const look = state.status[place.id] === PRUNED ? "edge-text edge-text-pruned" : "edge-text";
          return <LabelText key={place.id} label={label} look={look} />;
        })}
    </g>
  );
}

/** Dotted lines between the nodes of an information set: their player cannot tell them apart. */
export function Joins({ tree, visible }: Pick<SceneProps, "tree" | "visible">) {
  return (
    <g class="joins" aria-hidden="true">
      {joinsOf(tree, visible).map(({ first, second, below }) => (
        <path key={second.id} class="join" d={joinPath(first, second, below)} />
      ))}
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
  const [top, bottom] = ends(parent, child);
  return `M${parent.x.toFixed(1)} ${top}L${child.x.toFixed(1)} ${bottom}`;
}

function strike(parent: Placed, child: Placed): string {
  return strokes(parent, child)
    .map((ends) => ends.map((each) => each.toFixed(1)))
    .map(([x, y, toX, toY]) => `M${x} ${y}L${toX} ${toY}`)
    .join("");
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
