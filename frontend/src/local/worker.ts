/** Python in a worker: loads the runtime and the package, then answers the page's requests. */
import type { PyodideAPI } from "pyodide";
import type { FromPython, ToPython } from "./messages";

const say = (message: FromPython) => self.postMessage(message);

/** The address of a file of the runtime, which lies beside the page and not beside this script. */
let folder = "";
let ready: Promise<(message: string) => void> | null = null;

self.onmessage = ({ data }: MessageEvent<ToPython>) => {
  if (data.kind === "start") {
    folder = data.folder;
    ready = boot(data.interrupt).catch((error: unknown) => {
      say({ kind: "failed", reason: String(error) });
      throw error;
    });
    return;
  }
  void ready?.then((receive) => {
    receive(data.text);
    say({ kind: "idle" });
  });
};

async function boot(interrupt: Uint8Array | null): Promise<(message: string) => void> {
  const runtime = `${folder}pyodide.mjs`;
  const { loadPyodide } = (await import(/* @vite-ignore */ runtime)) as typeof import("pyodide");
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: folder }),
    fetch(`${folder}adversario.zip`).then((answer) => answer.arrayBuffer()),
  ]);
  say({ kind: "loaded" });
  if (interrupt) python.setInterruptBuffer(interrupt);
  return begin(python, archive);
}

function begin(python: PyodideAPI, archive: ArrayBuffer): (message: string) => void {
  python.unpackArchive(archive, "zip", { extractDir: "/adversario" });
  python.globals.set("post", (text: string) => say({ kind: "message", text }));
  python.runPython(`
import sys
sys.path.insert(0, "/adversario")
from adversario.web.embedded import EmbeddedSession
receive = EmbeddedSession(post).receive
`);
  const receive = python.globals.get("receive") as (message: string) => void;
  say({ kind: "ready" });
  return receive;
}
