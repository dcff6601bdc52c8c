// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { type Report, changeOf } from "model/report";
import { LocationIndex } from "model/timeline";
import { type WindowQuery, rangesText } from "model/window_query";
import { prefixOf } from "state/report";
import { askBytes, askJson, requestOf } from "state/session";
import { type TableMessage, readTables } from "wire/tables";
import { readCause, readCaused, readCorrections, readEdges, readRun, readStretches, readWindow } from "wire/timeline";

const decoder = new TextDecoder();

export async function askTables(report: Report, request: string, signal: AbortSignal): Promise<TableMessage> {
  return readTables(await askBytes(prefixOf(report) + request, signal), (text) => decoder.decode(text));
}

function askObject(report: Report, request: string, signal?: AbortSignal): Promise<unknown> {
  return askJson(prefixOf(report) + request, signal);
}

/** Asks what there is of a run. What moves events in a predicted one is the change, and no clock was corrected by it. */
export async function askRun(report: Report) {
  const run = readRun(await askObject(report, "timeline"));
  return changeOf(report) === "" ? run : { ...run, corrections: 0 };
}

export function windowRequest(kind: "window" | "edges" | "corrections", query: WindowQuery): string {
  const { from, to, resolution } = query;
  return requestOf(`timeline/${kind}`, { locations: rangesText(query.locations), from, to, resolution: kind === "corrections" ? undefined : resolution });
}

/** Returns what was asked for, and the answer. */
export async function askWindow(report: Report, query: WindowQuery, signal: AbortSignal) {
  const read = readWindow(await askTables(report, windowRequest("window", query), signal), report);
  const { size } = report.locations;
  return {
    query,
    ...read,
    activityIndex: new LocationIndex(read.activities.location, size),
    waitIndex: new LocationIndex(read.waits.location, size),
    locations: new Set(query.locations),
  };
}
export type WindowAnswer = Awaited<ReturnType<typeof askWindow>>;

export const askEdges = async (report: Report, query: WindowQuery, signal: AbortSignal) =>
  readEdges(await askTables(report, windowRequest("edges", query), signal), report);

export const askCorrections = async (report: Report, query: WindowQuery, signal: AbortSignal) =>
  readCorrections(await askTables(report, windowRequest("corrections", query), signal), report);

export function pathRequest({ from, to, resolution }: WindowQuery): string {
  return requestOf("timeline/critical_path", { from, to, resolution });
}

export const askStretches = async (report: Report, query: WindowQuery, signal: AbortSignal) => readStretches(await askTables(report, pathRequest(query), signal), report);

export const askCause = async (report: Report, location: number, wait: number, signal: AbortSignal) =>
  readCause(await askObject(report, requestOf("timeline/cause", { location, wait }), signal), report);

export const askCaused = async (report: Report, location: number, from: number, to: number, path: number | undefined, signal: AbortSignal) =>
  readCaused(await askObject(report, requestOf("timeline/caused", { location, from, to, call_path: path }), signal), report);
