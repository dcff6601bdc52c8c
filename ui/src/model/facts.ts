// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file reads what a report's attributes say of the run, as docs/json.md lists them.

import type { Report } from "model/report";

/** Is something odd: how often, what it is, and where. */
export interface Oddity {
  readonly name: string;
  readonly count: number;
  readonly text: string;
  readonly places: readonly string[];
}

export interface Facts {
  readonly trace: string;
  readonly ranks: number;
  readonly threads: number;
  readonly streams: number; ///< Counts the streams of accelerators.
  readonly runSeconds: number; ///< Is NaN if it is not known.
  readonly wasKilled: boolean;
  readonly anomalies: readonly Oddity[];
  readonly anomalyDetails: readonly string[];
  readonly notes: readonly Oddity[];
}

type Attributes = ReadonlyMap<string, string>;

/** Returns the texts whose keys begin with `prefix`, in the order of the keys. */
function linesOf(attributes: Attributes, prefix: string): string[] {
  const keys = [...attributes.keys()].filter((key) => key.startsWith(prefix)).sort();
  return keys.map((key) => attributes.get(key)!);
}

function oddities(attributes: Attributes, what: "anomaly" | "note"): Oddity[] {
  const prefix = `latecomer.${what}.`;
  const names = [...attributes.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  return names.sort().map((name) => ({
    name,
    count: Number(attributes.get(prefix + name)),
    text: attributes.get(`latecomer.${what}_text.${name}`) ?? name,
    places: linesOf(attributes, `latecomer.${what}_place.${name}.`),
  }));
}

export function factsOf({ attributes, ranks, locations }: Report): Facts {
  const streams = locations.type.filter((each) => each === "gpu").length;
  return {
    trace: attributes.get("latecomer.trace") ?? "",
    ranks: ranks.type.filter((each) => each !== "accelerator" && each !== "metrics").length,
    threads: locations.type.filter((each) => each !== "gpu" && each !== "metric").length,
    streams,
    runSeconds: Number(attributes.get("latecomer.run_seconds") ?? NaN),
    wasKilled: attributes.has("latecomer.killed"),
    anomalies: oddities(attributes, "anomaly"),
    anomalyDetails: linesOf(attributes, "latecomer.anomaly_detail."),
    notes: oddities(attributes, "note"),
  };
}
