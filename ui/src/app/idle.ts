// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { frameDrawn } from "paint/frame";
import { isUrlBehind } from "state/route";
import { requestsUnderWay } from "state/session";

function soon(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

const kQuiet = 3; // Effects of what was drawn come up to a frame later, and may ask for more.

/**
 * Waits until no request is under way, what came of them has been drawn, and the URL says what is seen. Tests
 * wait for it. Returns since when that has been so, by performance.now().
 */
export async function idle(): Promise<number> {
  let since = 0;
  for (let quiet = 0; quiet < kQuiet; ++quiet) {
    await soon();
    await frameDrawn();
    await soon();
    if (quiet === 0) since = performance.now();
    if (requestsUnderWay() > 0 || isUrlBehind()) quiet = -1;
  }
  return since;
}
