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
