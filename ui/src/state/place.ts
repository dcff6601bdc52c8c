// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { signal } from "@preact/signals";
import { type Place, hashOf, placeOf, placeOfHash } from "state/url";

/** What is seen now: always what the URL says. */
export const place = signal<Place>(placeOf("start"));

function takeFromUrl(): void {
  place.value = placeOfHash(window.location.hash);
}

/** From here on the place follows the URL: links, and back and forward. */
export function followUrl(): void {
  takeFromUrl();
  window.addEventListener("popstate", takeFromUrl);
  window.addEventListener("hashchange", takeFromUrl);
}

/** Changes what is seen. `step`: one that "back" undoes; of many small ones it should be only the first. */
export function go(changes: Partial<Place>, how: "step" | "replace" = "step"): void {
  const next: Place = { ...place.value, ...changes };
  const hash = hashOf(next);
  if (hash === hashOf(place.value)) return;
  if (how === "step") window.history.pushState(null, "", hash);
  else window.history.replaceState(null, "", hash);
  place.value = next;
}

const kDelay = 150; ///< milliseconds
let later: { readonly timer: ReturnType<typeof setTimeout>; changes: () => Partial<Place> } | null = null;

/** The same in a moment, for what changes many times a second; only the latest changes count. */
export function goLater(changes: () => Partial<Place>): void {
  if (later === null) later = { timer: setTimeout(goNow, kDelay), changes };
  else later.changes = changes;
}

/** What was to come later happens now. */
export function goNow(): void {
  if (later === null) return;
  const { timer, changes } = later;
  clearTimeout(timer);
  later = null;
  go(changes(), "replace");
}

/** Whether the URL is not yet what is seen. */
export function isUrlBehind(): boolean {
  return later !== null;
}
