// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { type Compared, compared } from "model/aligned";
import { type JsonObject, asBoolean, asList, asNumber, asObject, asPosition, asText } from "wire/json";

export interface MetricDifference extends Compared {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  readonly isWait: boolean; ///< Says that it is waiting time, and not a part of other waiting time.
}

export interface PathDifference extends Compared {
  readonly metric: number; ///< Is the metric's position.
  readonly path: string;
}

/** Is what `latecomer compare --json` says of two reports. */
export interface Comparison {
  readonly metrics: readonly MetricDifference[];
  readonly paths: readonly PathDifference[]; ///< Begin with the largest, by metric.
  readonly notCompared: readonly string[]; ///< Has ids of metrics that are not compared.
}

function differenceOf(row: JsonObject, where: string): Compared {
  const mean = (side: string) => asNumber(asObject(row[side], where)["mean"], where);
  return compared(mean("base"), mean("other"));
}

export function readComparison(json: unknown): Comparison {
  const all = asObject(json, "compare");
  const metrics = asList(all["metrics"], "metrics").map((each) => {
    const row = asObject(each, "metrics");
    const text = (key: string) => asText(row[key], `metrics.${key}`);
    return { id: text("id"), name: text("name"), unit: text("unit"), isWait: asBoolean(row["is_wait"], "metrics.is_wait"), ...differenceOf(row, "metrics") };
  });
  const paths = asList(all["call_paths"], "call_paths").map((each) => {
    const row = asObject(each, "call_paths");
    return {
      metric: asPosition(row["metric"], metrics.length, "call_paths.metric"),
      path: asText(row["path"], "call_paths.path"),
      ...differenceOf(row, "call_paths"),
    };
  });
  return { metrics, paths, notCompared: asList(all["not_compared"], "not_compared").map((each) => asText(each, "not_compared")) };
}
