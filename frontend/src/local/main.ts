/** The app without a server: the same pages, with Python in the browser. */
import { connection, sockets } from "../app";
import { t, texts } from "../i18n";
import { phase, PythonSocket } from "./socket";
import "./local.css";

const folder = new URL("./python/", document.baseURI).href;
const python = new PythonSocket(folder);
sockets.make = () => python as unknown as WebSocket;

if (new URLSearchParams(location.search).has("embed"))
  document.documentElement.classList.add("embed");

/** A line that says what Python is doing, and then what it cannot do. */
function showPhase(): void {
  const line = document.createElement("p");
  line.className = "python-phase";
  line.setAttribute("role", "status");
  document.body.append(line);
  const show = () => {
    line.dataset.phase = phase.value;
    line.textContent = phase.value === "idle" ? "" : t(`web.local.${phase.value}`);
  };
  phase.watch(show);
  texts.watch(show);
  show();
  line.addEventListener("click", () => line.remove());
}

showPhase();
await import("../main");
connection.state.watch(() => undefined);
// The pages that need no Python are there by now; the others find it starting.
python.start();

if ("serviceWorker" in navigator && location.protocol !== "file:")
  void navigator.serviceWorker.register(new URL("./offline.js", document.baseURI));
