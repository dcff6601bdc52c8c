// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { signal } from "@preact/signals";
import { type Route, hashOf, routeOf, routeOfHash } from "state/url";

/** Is what is seen now: always what the URL says. */
export const route = signal<Route>(routeOf("start"));

function takeFromUrl(): void {
  route.value = routeOfHash(window.location.hash);
}

/** Makes the route follow the URL: links, and back and forward. */
export function followUrl(): void {
  takeFromUrl();
  window.addEventListener("popstate", takeFromUrl);
  window.addEventListener("hashchange", takeFromUrl);
}

/** Changes what is seen. "back" undoes a `step`; of many small ones only the first should be one. */
export function go(changes: Partial<Route>, how: "step" | "replace" = "step"): void {
  const next: Route = { ...route.value, ...changes };
  const hash = hashOf(next);
  if (hash === hashOf(route.value)) return;
  if (how === "step") window.history.pushState(null, "", hash);
  else window.history.replaceState(null, "", hash);
  route.value = next;
}

const kDelay = 150; ///< Is how many milliseconds a later change takes.
let later: { readonly timer: ReturnType<typeof setTimeout>; changes: () => Partial<Route> } | null = null;

/** Changes what is seen in a moment, for what changes many times a second; only the latest changes count. */
export function goLater(changes: () => Partial<Route>): void {
  if (later === null) later = { timer: setTimeout(goNow, kDelay), changes };
  else later.changes = changes;
}

/** Does now what was to come later. */
export function goNow(): void {
  if (later === null) return;
  const { timer, changes } = later;
  clearTimeout(timer);
  later = null;
  go(changes(), "replace");
}

/** Returns whether the URL is not yet what is seen. */
export function isUrlBehind(): boolean {
  return later !== null;
}
