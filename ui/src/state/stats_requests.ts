// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import type { Part } from "model/parts";
import type { Report } from "model/report";
import { rangesText } from "model/window_query";
import { askBytes, requestOf } from "state/session";
import { readBins, readMessages } from "wire/stats";
import { readTables } from "wire/tables";

const decoder = new TextDecoder();

/** A window in ticks, and locations; null: all. */
export interface StatsQuery {
  readonly from: number;
  readonly to: number;
  readonly locations: readonly number[] | null;
}

export function statsRequest(kind: "bins" | "messages", { from, to, locations }: StatsQuery): string {
  return requestOf(`timeline/${kind}`, { locations: locations === null ? undefined : rangesText(locations), from, to });
}

export const askBins = async (report: Report, query: StatsQuery, ticksPerSecond: number, signal: AbortSignal) =>
  readBins(readTables(await askBytes(statsRequest("bins", query), signal), (text) => decoder.decode(text)), report, ticksPerSecond);

export const askMessages = async (query: StatsQuery, signal: AbortSignal) =>
  readMessages(readTables(await askBytes(statsRequest("messages", query), signal), (text) => decoder.decode(text)));

/** A value of the report, of all call paths together or of each. */
export function valueRequest(metric: string, part: Part | null, by: "total" | "call_path"): string {
  return requestOf("values", {
    metric,
    by,
    ...(by === "call_path" && { callees: "excluded" }),
    ...(part !== null && { [part.kind]: part.position }),
  });
}
