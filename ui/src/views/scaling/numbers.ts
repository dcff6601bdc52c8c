// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { count, percent } from "base/format";
import type { Extrapolated, ScalingSize } from "model/scaling";

function digitsFor(value: number): number {
  return value >= 100 ? 0 : value >= 10 ? 1 : 2;
}

/** Writes a speed-up with three digits: "7.68". */
export function speedUpText(value: number): string {
  return value.toFixed(digitsFor(value));
}

/** Writes "67.7 ± 40.9", or only the value where no error is known. */
export function fittedSpeedUp({ value, error }: Extrapolated): string {
  return Number.isNaN(error) ? speedUpText(value) : `${speedUpText(value)} ± ${error.toFixed(digitsFor(value))}`;
}

/** Writes "44.9 ± 27.1 %", or only the value where no error is known. */
export function fittedRatio({ value, error }: Extrapolated): string {
  return Number.isNaN(error) ? percent(value) : `${(100 * value).toFixed(1)} ± ${percent(error)}`;
}

/** Writes "8 ranks", with threads where these are others: "8 ranks, 64 threads". */
export function sizeText({ ranks, threads }: Pick<ScalingSize, "ranks" | "threads">): string {
  const ofRanks = `${count(ranks)} ${ranks === 1 ? "rank" : "ranks"}`;
  return threads === ranks ? ofRanks : `${ofRanks}, ${count(threads)} threads`;
}
