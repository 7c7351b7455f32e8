/** The whole tree in small, on a canvas, with the part in view framed; a press goes there. */
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import type { Camera, Size } from "./camera";
import type { IndexedTree } from "./index_tree";
import type { Layout } from "./layout";
import type { Snapshot } from "./replay";

const WIDTH = 170;
const HEIGHT = 84;
const DOT = 1.6;

export function Overview(props: {
  tree: IndexedTree;
  layout: Layout;
  camera: Camera;
  size: Size;
  state: Snapshot;
  onGo: (camera: Camera) => void;
}) {
  const { tree, layout, camera, size, state, onGo } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = Math.max(1, layout.right - layout.left);
  const height = Math.max(1, layout.bottom);
  const scale = Math.min((WIDTH - 10) / width, (HEIGHT - 10) / height);
  const across = (x: number) => WIDTH / 2 + (x - (layout.left + layout.right) / 2) * scale;
  const down = (y: number) => 5 + y * scale;
  const hidden =
    width * camera.k <= size.width && height * camera.k <= size.height && layout.placed.length < 60;

  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || !canvas.current) return;
    const style = getComputedStyle(canvas.current);
    const colour = (name: string) => style.getPropertyValue(name);
    context.clearRect(0, 0, WIDTH * 2, HEIGHT * 2);
    context.setTransform(2, 0, 0, 2, 0, 0);
    const looks = [
      colour("--ov-unseen"),
      colour("--ov-open"),
      colour("--ov-done"),
      colour("--ov-pruned"),
    ];
    // Of the many nodes that fall on one point, one of each look is drawn.
    const drawn = new Set<number>();
    for (const place of layout.placed) {
      const status = state.status[place.id] ?? 0;
      const [x, y] = [across(place.x), down(place.y)];
      const point = (Math.round(x * 2) * 1000 + Math.round(y * 2)) * 4 + status;
      if (drawn.has(point)) continue;
      drawn.add(point);
      context.fillStyle = looks[status] ?? "";
      context.fillRect(x - DOT / 2, y - DOT / 2, DOT, DOT);
    }
    const here = layout.byId.get(state.current);
    if (here) {
      context.fillStyle = colour("--ov-open");
      context.fillRect(across(here.x) - 2.5, down(here.y) - 2.5, 5, 5);
    }
    context.strokeStyle = colour("--ov-open");
    context.strokeRect(
      across(-camera.x / camera.k),
      down(-camera.y / camera.k),
      (size.width / camera.k) * scale,
      (size.height / camera.k) * scale,
    );
  });
  if (hidden) return null;

  function go(event: PointerEvent): void {
    if (event.type === "pointermove" && event.buttons === 0) return;
    event.stopPropagation();
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const x = (event.clientX - box.left - WIDTH / 2) / scale + (layout.left + layout.right) / 2;
    const y = (event.clientY - box.top - 5) / scale;
    onGo({ k: camera.k, x: size.width / 2 - x * camera.k, y: size.height / 2 - y * camera.k });
  }
  return (
    <canvas
      ref={canvas}
      class="overview"
      width={WIDTH * 2}
      height={HEIGHT * 2}
      role="img"
      aria-label={t("web.tree.overview", { count: tree.nodes.length })}
      onPointerDown={go}
      onPointerMove={go}
    />
  );
}
