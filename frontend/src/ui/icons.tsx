/** Icons, drawn on a grid of 20 with one stroke width. */
const PATHS = {
  undo: "M7 5 3 9l4 4M3 9h8a5 5 0 0 1 0 10H8",
  redo: "M13 5l4 4-4 4M17 9H9a5 5 0 0 0 0 10h3",
  hint: "M7.5 15h5M8.5 18h3M10 2a5.5 5.5 0 0 0-3 10.1V13h6v-.9A5.5 5.5 0 0 0 10 2z",
  swap: "M4 7h11l-3-3M16 13H5l3 3",
  flip: "M5 3v12l-3-3M5 15l3-3M15 17V5l-3 3M15 5l3 3",
  plus: "M10 4v12M4 10h12",
  link: "M8 12l4-4M7 9l-2.5 2.5a3 3 0 0 0 4 4L11 13M13 11l2.5-2.5a3 3 0 0 0-4-4L9 7",
  play: "M6 4l10 6-10 6z",
  pause: "M6.5 4v12M13.5 4v12",
  first: "M5 4v12M16 4l-8 6 8 6z",
  last: "M15 4v12M4 4l8 6-8 6z",
  previous: "M13 4l-7 6 7 6",
  next: "M7 4l7 6-7 6",
  stop: "M5 5h10v10H5z",
  search: "M9 3a6 6 0 1 0 0 12A6 6 0 0 0 9 3zM13.5 13.5 17 17",
  sun: "M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6 16 16M4 16l1.4-1.4M14.6 5.4 16 4",
  moon: "M16 12.5A7 7 0 0 1 7.5 4a6.5 6.5 0 1 0 8.5 8.5z",
  auto: "M10 3a7 7 0 1 0 0 14V3z",
  warning: "M10 3 2 17h16zM10 8v4M10 14.3v.4",
  check: "M4 10.5l4 4 8-9",
  cross: "M5 5l10 10M15 5 5 15",
  dice: "M4 4h12v12H4zM7.5 7.5h.01M12.5 12.5h.01M10 10h.01M12.5 7.5h.01M7.5 12.5h.01",
  unfold: "M10 3v5M4 17v-4h12v4M10 8v9M10 8H4v5M16 13V8h-6",
  zoomin: "M9 3a6 6 0 1 0 0 12A6 6 0 0 0 9 3zM13.5 13.5 17 17M9 6.5v5M6.5 9h5",
  zoomout: "M9 3a6 6 0 1 0 0 12A6 6 0 0 0 9 3zM13.5 13.5 17 17M6.5 9h5",
  fit: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4",
  trash: "M4 6h12M8 6V4h4v2M6 6l.7 11h6.6L14 6",
  left: "M12 5l-5 5 5 5",
  right: "M8 5l5 5-5 5",
  download: "M10 3v10M6 9l4 4 4-4M4 17h12",
  print: "M6 7V3h8v4M6 14H4V8h12v6h-2M6 12h8v5H6z",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
