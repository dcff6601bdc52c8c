// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { signal } from "@preact/signals";
import type { Report } from "model/report";
import { askJson } from "state/session";
import { readReport } from "wire/report";

/** The report's definitions; null until they are there. */
export const report = signal<Report | null>(null);
/** Why there are none. */
export const reportProblem = signal("");

export async function loadReport(): Promise<void> {
  try {
    report.value = readReport(await askJson("report"));
  } catch (problem) {
    reportProblem.value = problem instanceof Error ? problem.message : String(problem);
  }
}
