/**
 * A tree to look at and to walk through: drawn as SVG, panned, zoomed, folded, and a WAI-ARIA tree
 * for keyboard and screen reader. Only what is in view is drawn, in less detail the more it is, so
 * that there are never more than a thousand elements.
 */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { Button } from "../ui/widgets";
import { type Camera, fit, follow, type Size, zoom } from "./camera";
import { type Hands, UNASKED, unfolded, withWay } from "./fold";
import type { BoardPayload } from "../protocol";
import { Mini } from "../board/mini";
import type { IndexedTree } from "./index_tree";
import { BOARD_GAP, type Layout, layoutTree, neighbour, type Placed, type Room } from "./layout";
import { Edges, FarView, Joins, Labels, NodeView } from "./marks";
import { Overview } from "./overview";
import type { Snapshot } from "./replay";
import { RADIUS } from "./shapes";
import { describe } from "./words";

/** Nodes in view up to which they are drawn with their texts, and as shapes of their own. */
const DETAILED = 120;
const SHAPES = 400;
/** From the middle of a node to the top of its board. */
const BELOW = RADIUS + BOARD_GAP;

export interface CanvasProps {
  tree: IndexedTree;
  state: Snapshot;
  label: string;
  onPick?: ((id: number) => void) | undefined;
  /** The one node that is being worked on. */
  selected?: number | undefined;
  picked?: ReadonlySet<number> | undefined;
  /** A node to point out, with what is wrong about it. */
  mistake?: number | null | undefined;
  height?: "short" | "tall";
  /** What will be written at the nodes in the course of a search. */
  room?: Room | undefined;
  /** The board of each node, drawn below it. */
  boards?: readonly (BoardPayload | null)[] | undefined;
}

export function TreeCanvas({
  tree,
  state,
  label,
  onPick,
  selected,
  picked,
  mistake,
  height,
  room,
  boards,
}: CanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const [hands, setHands] = useState<Hands>(new Map());
  const [focused, setFocused] = useState(0);
  const [told, setTold] = useState<number | null>(null);
  const [all, setAll] = useState(false);
  useEffect(() => {
    setHands(new Map());
    setAll(false);
    setFocused(0);
    setTold(null);
  }, [tree]);
  const base = useMemo(() => unfolded(tree, hands, all), [tree, hands, all]);
  const open = useMemo(() => withWay(tree, base, hands, state.current), [base, state.current]);
  const layout = useLayout(tree, open, room);
  const [camera, setCamera] = useState<Camera>({ x: 0, y: 0, k: 1 });
  useLayoutEffect(() => {
    if (size.width) setCamera(fit(layout, size));
  }, [tree, size.width, size.height, room?.board]);
  useEffect(() => {
    const here = layout.byId.get(state.current);
    if (here && size.width && state.step > 0) setCamera((now) => follow(now, here, size));
  }, [state.current, state.step, layout, size.width]);

  const toggle = useCallback(
    (id: number) => setHands((before) => new Map(before).set(id, !open.has(id))),
    [open],
  );
  const visible = useMemo(() => inView(layout, camera, size), [layout, camera, size]);
  const detail = visible.length <= DETAILED ? 2 : visible.length <= SHAPES ? 1 : 0;
  const itemFocused = layout.byId.has(focused) ? focused : 0;
  const drawn = detail === 0 ? important(layout, state, itemFocused) : visible;
  const shown = drawn.some((each) => each.id === itemFocused)
    ? drawn
    : [...drawn, ...(layout.byId.has(itemFocused) ? [layout.byId.get(itemFocused) as Placed] : [])];

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      pick(itemFocused);
      return;
    }
    if (event.key === "Escape") setTold(null);
    if (
      event.key === "ArrowDown" &&
      !open.has(itemFocused) &&
      tree.nodes[itemFocused]?.children.length
    ) {
      event.preventDefault();
      toggle(itemFocused);
      return;
    }
    const to = neighbour(layout, itemFocused, event.key);
    if (to === null) return;
    event.preventDefault();
    moveTo(to);
  }

  function moveTo(id: number): void {
    setFocused(id);
    const place = layout.byId.get(id);
    if (place) setCamera((now) => follow(now, place, size));
    requestAnimationFrame(() =>
      frame.current
        ?.querySelector<SVGGElement>(`[data-node="${id}"]`)
        ?.focus({ preventScroll: true }),
    );
  }

  function pick(id: number): void {
    setFocused(id);
    if (onPick) onPick(id);
    else if (tree.nodes[id]?.children.length) toggle(id);
  }

  const zoomBy = (by: number) =>
    setCamera((now) => zoom(now, by, { x: size.width / 2, y: size.height / 2 }));
  const drag = usePan(frame, setCamera);
  const transform = `translate(${camera.x.toFixed(1)} ${camera.y.toFixed(1)}) scale(${camera.k.toFixed(4)})`;

  return (
    <div class={`canvas canvas-${height ?? "tall"}`} ref={frame} {...drag}>
      <svg width="100%" height="100%" role="tree" aria-label={label} onKeyDown={onKeyDown}>
        <g transform={transform} role="presentation">
          {detail === 0 ? (
            <FarView tree={tree} layout={layout} visible={visible} state={state} />
          ) : (
            <Edges
              tree={tree}
              layout={layout}
              visible={visible}
              state={state}
              texts={detail === 2}
            />
          )}
          <Joins tree={tree} visible={visible} />
          {shown.map((place) => {
            const node = tree.nodes[place.id];
            if (!node) return null;
            return (
              <NodeView
                key={place.id}
                tree={tree}
                node={node}
                place={place}
                state={state}
                open={open.has(place.id)}
                focused={place.id === itemFocused}
                picked={picked?.has(place.id) ?? false}
                selected={place.id === selected}
                mistaken={place.id === mistake}
                onPick={pick}
                onTell={setTold}
              />
            );
          })}
          {boards && detail > 0 && (
            <g aria-hidden="true">
              {visible.map((place) => {
                const board = boards[place.id];
                return board && <Mini key={place.id} board={board} x={place.x} y={place.y + BELOW} />;
              })}
            </g>
          )}
          <g aria-hidden="true">
            {shown.map((place) => {
              const node = tree.nodes[place.id];
              if (!node || (detail < 2 && place.id !== state.current)) return null;
              return <Labels key={place.id} node={node} place={place} state={state} />;
            })}
          </g>
        </g>
      </svg>
      <Tip tree={tree} layout={layout} camera={camera} size={size} state={state} id={told} />
      <div class="canvas-tools">
        {tree.nodes.length > UNASKED && (
          <Button
            icon="unfold"
            label={all ? t("web.tree.fold") : t("web.tree.unfold")}
            pressed={all}
            onClick={() => {
              setHands(new Map());
              setAll(!all);
            }}
          />
        )}
        <Button icon="zoomin" label={t("web.tree.closer")} onClick={() => zoomBy(1.3)} />
        <Button icon="zoomout" label={t("web.tree.further")} onClick={() => zoomBy(1 / 1.3)} />
        <Button
          icon="fit"
          label={t("web.tree.fit")}
          onClick={() => setCamera(fit(layout, size, true))}
        />
      </div>
      <Overview
        tree={tree}
        layout={layout}
        camera={camera}
        size={size}
        state={state}
        onGo={setCamera}
      />
    </div>
  );
}

interface Kept {
  readonly tree: IndexedTree;
  readonly open: ReadonlySet<number>;
  readonly room: Room | undefined;
  readonly layout: Layout;
}

/** The same layout as long as the same nodes are unfolded. */
function useLayout(tree: IndexedTree, open: ReadonlySet<number>, room: Room | undefined): Layout {
  const kept = useRef<Kept | null>(null);
  const before = kept.current;
  if (!before || before.tree !== tree || before.room !== room || !same(before.open, open))
    kept.current = { tree, open, room, layout: layoutTree(tree, open, room) };
  return (kept.current as Kept).layout;
}

function same(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const id of a) if (!b.has(id)) return false;
  return true;
}

function useSize(frame: { current: HTMLElement | null }): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return size;
}

function inView(layout: Layout, camera: Camera, size: Size): Placed[] {
  const margin = 60;
  const within = (place: Placed): boolean => {
    const x = place.x * camera.k + camera.x;
    const y = place.y * camera.k + camera.y;
    return x > -margin && x < size.width + margin && y > -margin && y < size.height + margin;
  };
  return layout.placed.filter(within);
}

/** When all else is far away: where the search is, and where the keyboard is. */
function important(layout: Layout, state: Snapshot, focused: number): Placed[] {
  const wanted = new Set([0, state.current, focused, ...state.path]);
  return [...wanted].flatMap((id) => layout.byId.get(id) ?? []);
}

/** Dragging with any pointer pans; the wheel with Ctrl, or a pinch, zooms. */
function usePan(
  frame: { current: HTMLElement | null },
  setCamera: (change: (now: Camera) => Camera) => void,
) {
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const moved = useRef(false);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const at = { x: event.clientX - box.left, y: event.clientY - box.top };
      setCamera((now) => zoom(now, Math.exp(-event.deltaY / 300), at));
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, []);
  return {
    onPointerDown(event: PointerEvent) {
      moved.current = false;
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove(event: PointerEvent) {
      const before = pointers.current.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      const [dx, dy] = [now.x - before.x, now.y - before.y];
      if (!moved.current && Math.hypot(dx, dy) < 4) return;
      moved.current = true;
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
      pointers.current.set(event.pointerId, now);
      if (other) {
        const box = frame.current?.getBoundingClientRect();
        const by = distance(now, other) / Math.max(1, distance(before, other));
        const at = {
          x: (now.x + other.x) / 2 - (box?.left ?? 0),
          y: (now.y + other.y) / 2 - (box?.top ?? 0),
        };
        setCamera((camera) => zoom(camera, by, at));
      } else setCamera((camera) => ({ ...camera, x: camera.x + dx, y: camera.y + dy }));
    },
    onPointerUp: (event: PointerEvent) => void pointers.current.delete(event.pointerId),
    onPointerLeave: (event: PointerEvent) => void pointers.current.delete(event.pointerId),
    onClickCapture(event: MouseEvent) {
      if (moved.current) event.stopPropagation();
      moved.current = false;
    },
  };
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** What there is to know of the node under the pointer or the focus. */
function Tip(props: {
  tree: IndexedTree;
  layout: Layout;
  camera: Camera;
  size: Size;
  state: Snapshot;
  id: number | null;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const { tree, layout, camera, size, state, id } = props;
  const place = id === null ? undefined : layout.byId.get(id);
  const node = id === null ? undefined : tree.nodes[id];
  useLayoutEffect(() => {
    const tip = ref.current;
    if (!tip || !place) return;
    const x = place.x * camera.k + camera.x;
    const y = place.y * camera.k + camera.y + 26 * camera.k;
    const left = Math.min(Math.max(8, x - tip.offsetWidth / 2), size.width - tip.offsetWidth - 8);
    const below = y + tip.offsetHeight + 12 < size.height;
    tip.style.left = `${left}px`;
    tip.style.top = `${below ? y + 8 : y - tip.offsetHeight - 60 * camera.k}px`;
  });
  if (!place || !node) return null;
  const [title, ...rest] = describe(node, state, place.hidden);
  return (
    <div class="tip" ref={ref} aria-hidden="true">
      <strong>{title}</strong>
      {rest.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}
