/** What part of the drawing is in view, and how large. */
import type { Layout } from "./layout";

export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly k: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const MARGIN = 40;
const NEAR = 22;
const SMALLEST = 0.06;
const LARGEST = 3;
const READABLE = 0.62; // a leaf then has the 24 pixels that a finger needs

/** All of it if it can still be read, else its top. */
export function fit(layout: Layout, size: Size, whole = false): Camera {
  const width = layout.right - layout.left + 2 * MARGIN;
  const height = layout.bottom + 2 * MARGIN;
  const all = Math.min(size.width / width, size.height / height, 1.35);
  const k = whole ? Math.max(all, SMALLEST) : Math.max(all, READABLE);
  const middle = (layout.left + layout.right) / 2;
  const x = width * k <= size.width ? size.width / 2 - middle * k : size.width / 2;
  return {
    x,
    y: Math.max(
      MARGIN * k,
      ((size.height - layout.bottom * k) / 2) * (height * k <= size.height ? 1 : 0),
    ),
    k,
  };
}

/** Closer or further, the given point of the screen staying where it is. */
export function zoom(camera: Camera, by: number, at: { x: number; y: number }): Camera {
  const k = Math.min(LARGEST, Math.max(SMALLEST, camera.k * by));
  const ratio = k / camera.k;
  return { x: at.x - (at.x - camera.x) * ratio, y: at.y - (at.y - camera.y) * ratio, k };
}

/** The camera moved, if it must be, so that the point is well in view. */
export function follow(camera: Camera, point: { x: number; y: number }, size: Size): Camera {
  const x = point.x * camera.k + camera.x;
  const y = point.y * camera.k + camera.y;
  // Less than the margin of a drawing that fits, so that nothing moves where all is in view.
  const margin = Math.min(NEAR, MARGIN * camera.k * 0.9);
  const inside = (at: number, length: number) => at >= margin && at <= length - margin;
  if (inside(x, size.width) && inside(y, size.height)) return camera;
  return {
    k: camera.k,
    x: inside(x, size.width) ? camera.x : size.width / 2 - point.x * camera.k,
    y: inside(y, size.height) ? camera.y : size.height / 2 - point.y * camera.k,
  };
}
