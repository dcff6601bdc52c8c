// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { signal } from "@preact/signals";
import type { Report } from "model/report";
import { askJson } from "state/session";
import { asObject, asText } from "wire/json";
import { readReport } from "wire/report";

/** The report's definitions; null until they are there. */
export const report = signal<Report | null>(null);
/** Which file it is. */
export const reportFile = signal("");
/** Why there are none. */
export const reportProblem = signal("");

export async function loadReport(): Promise<void> {
  try {
    const [health, definitions] = await Promise.all([askJson("health"), askJson("report")]);
    reportFile.value = asText(asObject(health, "health")["report"], "report");
    report.value = readReport(definitions);
  } catch (problem) {
    reportProblem.value = problem instanceof Error ? problem.message : String(problem);
  }
}
