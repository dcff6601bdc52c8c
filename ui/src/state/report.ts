// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { batch, computed, signal } from "@preact/signals";
import { type Report, changeOf } from "model/report";
import { askJson, shownPrediction } from "state/session";
import { asBoolean, asObject, asText } from "wire/json";
import { readReport } from "wire/report";

/** Has the report's definitions; null until they are there. */
export const report = signal<Report | null>(null);
/** Is the name of the report's file. */
export const reportFile = signal("");
/** Has the report that it is compared with; null: there is none. */
export const secondReport = signal<Report | null>(null);
export const secondFile = signal("");
/** Says why there are no definitions. */
export const reportProblem = signal("");

/** Says whether the server can predict what the run would be with a change. */
export const arePredictionsPossible = signal(false);
/** Says whether several runs were brought together, so that the server says how the program scales. */
export const isScalingServed = signal(false);

/** Says what would be in the predicted run that the page is about; empty if it is about none. */
export const predictedIf = computed(() => (shownPrediction() === 0 || secondReport.value === null ? "" : changeOf(secondReport.value)));

/** Names the two reports where they are compared. */
export function sideNames(): { readonly base: string; readonly other: string } {
  return shownPrediction() === 0 ? { base: "Base", other: "Other" } : { base: "Recorded", other: "Predicted" };
}

/** Returns what a request about this report begins with. */
export function prefixOf(of: Report): string {
  return of === secondReport.peek() ? "second/" : "";
}

export async function loadReport(): Promise<void> {
  try {
    const [answer, definitions] = await Promise.all([askJson("health"), askJson("report")]);
    const health = asObject(answer, "health");
    const second = "second" in health ? readReport(await askJson("second/report")) : null;
    batch(() => {
      reportFile.value = asText(health["report"], "report");
      if (second !== null) secondFile.value = asText(health["second"], "second");
      arePredictionsPossible.value = asBoolean(health["predictions"] ?? false, "predictions");
      isScalingServed.value = asBoolean(health["scaling"] ?? false, "scaling");
      secondReport.value = second;
      report.value = readReport(definitions);
    });
  } catch (problem) {
    reportProblem.value = problem instanceof Error ? problem.message : String(problem);
  }
}
