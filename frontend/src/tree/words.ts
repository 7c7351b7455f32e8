/** A node in words: for the tooltip, and for who hears the tree. */
import { actionWord, t } from "../i18n";
import type { TreeNodePayload } from "../protocol";
import { listed, show } from "../values";
import { isLeaf } from "./index_tree";
import { PRUNED, type Snapshot, UNSEEN } from "./replay";

export function kindWord(node: TreeNodePayload): string {
  if (node.kind === "leaf") return t("web.tree.leaf");
  if (node.kind === "own") return node.player;
  return t(`web.tree.${node.kind}`);
}

export function valueOf(node: TreeNodePayload, state: Snapshot): string {
  const value = state.value[node.id];
  if (value !== null && value !== undefined) return show(value);
  return isLeaf(node) ? show(node.value) : "";
}

export function windowOf(node: TreeNodePayload, state: Snapshot): string {
  const [alpha, beta] = [state.alpha[node.id] ?? null, state.beta[node.id] ?? null];
  return alpha === null || beta === null ? "" : `[${listed([show(alpha), show(beta)])}]`;
}

export function describe(node: TreeNodePayload, state: Snapshot, hidden: number): string[] {
  const status = state.status[node.id];
  const visits = state.visits[node.id];
  const value = valueOf(node, state);
  const range = windowOf(node, state);
  const pieces = [`${kindWord(node)} ${node.name}`];
  if (node.set != null) pieces.push(t("web.tree.set", { set: node.set }));
  if (node.action !== null) pieces.push(t("web.tree.by", { action: actionWord(node.action) }));
  if (node.probability !== null)
    pieces.push(t("web.tree.probability", { probability: show(node.probability) }));
  if (value) pieces.push(t("web.tree.value", { value }));
  if (range) pieces.push(t("web.tree.window", { window: range }));
  if (visits)
    pieces.push(
      `N = ${visits.n}, W = ${show(visits.w)}, Q = ${show(visits.q)}` +
        (visits.ucb === null ? "" : `, UCB = ${show(visits.ucb)}`),
    );
  if (status === PRUNED) pieces.push(t("web.tree.pruned", { reason: state.reason[node.id] ?? "" }));
  else if (status === UNSEEN) pieces.push(t("web.tree.unseen"));
  if (state.current === node.id) pieces.push(t("web.tree.current"));
  if (hidden > 0) pieces.push(t("web.tree.hidden", { count: hidden }));
  return pieces;
}
