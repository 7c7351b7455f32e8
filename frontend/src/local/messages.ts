/** What the page and the worker with Python tell each other. */
export type ToPython =
  | { kind: "start"; folder: string; interrupt: Uint8Array | null }
  | { kind: "message"; text: string };

export type FromPython =
  | { kind: "loaded" | "ready" | "idle" }
  | { kind: "failed"; reason: string }
  | { kind: "message"; text: string };
