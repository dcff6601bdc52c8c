// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import type { Part } from "model/parts";
import type { Report } from "model/report";
import { rangesText } from "model/window_query";
import { requestOf } from "state/session";
import { askTables } from "state/timeline_requests";
import { readBins, readMessages } from "wire/stats";

/** Is a window in ticks, and locations; null: all. */
export interface StatsQuery {
  readonly from: number;
  readonly to: number;
  readonly locations: readonly number[] | null;
  readonly bins?: number; ///< Counts parts of one length; usually about 200.
}

export function statsRequest(kind: "bins" | "messages", { from, to, locations, bins }: StatsQuery): string {
  return requestOf(`timeline/${kind}`, { locations: locations === null ? undefined : rangesText(locations), from, to, bins });
}

export const askBins = async (report: Report, query: StatsQuery, ticksPerSecond: number, signal: AbortSignal) =>
  readBins(await askTables(report, statsRequest("bins", query), signal), report, ticksPerSecond);

export const askMessages = async (report: Report, query: StatsQuery, signal: AbortSignal) =>
  readMessages(await askTables(report, statsRequest("messages", query), signal));

/** Requests a value of the report, of all call paths together or of each. */
export function valueRequest(metric: string, part: Part | null, by: "total" | "call_path"): string {
  return requestOf("values", {
    metric,
    by,
    ...(by === "call_path" && { callees: "excluded" }),
    ...(part !== null && { [part.kind]: part.position }),
  });
}
