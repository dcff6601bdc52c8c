// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { frameDrawn } from "paint/frame";
import { requestsUnderWay } from "state/session";

function soon(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** When no request is under way, and what came of them has been drawn. Tests wait for it. */
export async function idle(): Promise<void> {
  do {
    await soon();
    await frameDrawn();
    await soon(); // effects of what was drawn
  } while (requestsUnderWay() > 0);
}
