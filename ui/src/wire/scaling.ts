// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import type { EfficiencyName, Extrapolated, Fitted, LargerRun, Scaling, ScalingCause, ScalingFit, ScalingRun } from "model/scaling";
import { asBoolean, asList, asNumber, asObject, asText, type JsonObject, WireError } from "wire/json";

function numbers(of: JsonObject, key: string): number[] {
  return asList(of[key], key).map((each) => asNumber(each, key));
}

/** Reads what there is of each efficiency; null: it is not known. */
function byEfficiency<T>(json: unknown, names: readonly EfficiencyName[], read: (value: unknown, where: string) => T): Map<string, T> {
  const all = asObject(json, "efficiencies");
  const found = new Map<string, T>();
  for (const { key } of names) if (all[key] !== null) found.set(key, read(all[key], key));
  return found;
}

function readExtrapolated(json: unknown, where: string): Extrapolated {
  const { value, error } = asObject(json, where);
  return { value: asNumber(value, where), error: asNumber(error, where) };
}

function readFitted(json: JsonObject, names: readonly EfficiencyName[]): Fitted {
  return { speedUp: readExtrapolated(json["speed_up"], "speed_up"), efficiencies: byEfficiency(json["efficiencies"], names, readExtrapolated) };
}

/** Counts something of a run, of which each has one at least. */
function readSize(of: JsonObject, key: string): number {
  const value = asNumber(of[key], key);
  if (!(value >= 1)) throw new WireError(`the server's answer is not as expected: a run has ${value} ${key}`);
  return value;
}

function readRun(json: unknown, names: readonly EfficiencyName[]): ScalingRun {
  const run = asObject(json, "runs");
  const fitted = run["fitted"];
  return {
    name: asText(run["name"], "name"),
    ranks: readSize(run, "ranks"),
    threads: readSize(run, "threads"),
    seconds: asNumber(run["run_seconds"], "run_seconds"),
    speedUp: asNumber(run["speed_up"], "speed_up"),
    idealSpeedUp: asNumber(run["ideal_speed_up"], "ideal_speed_up"),
    efficiencies: byEfficiency(run["efficiencies"], names, asNumber),
    waiting: asNumber(run["waiting"], "waiting"),
    time: asNumber(run["time"], "time"),
    fitted: fitted === null ? null : readFitted(asObject(fitted, "fitted"), names),
  };
}

function readLargerRun(json: unknown, names: readonly EfficiencyName[]): LargerRun {
  const larger = asObject(json, "predictions");
  return {
    ranks: readSize(larger, "ranks"),
    threads: readSize(larger, "threads"),
    idealSpeedUp: asNumber(larger["ideal_speed_up"], "ideal_speed_up"),
    fitted: readFitted(larger, names),
  };
}

function readName(json: unknown): EfficiencyName {
  const each = asObject(json, "efficiencies");
  return { key: asText(each["key"], "key"), name: asText(each["name"], "name"), depth: asNumber(each["depth"], "depth") };
}

function readCause(json: unknown, runs: number): ScalingCause {
  const cause = asObject(json, "causes");
  const [seconds, shares] = [numbers(cause, "seconds"), numbers(cause, "share")];
  if (seconds.length !== runs || shares.length !== runs) throw new WireError("the server's answer is not as expected: a cause is not of all runs");
  return { name: asText(cause["name"], "name"), withCalls: asBoolean(cause["with_calls"], "with_calls"), seconds, shares };
}

function readFit(json: unknown): ScalingFit {
  const fit = asObject(json, "fits");
  return {
    efficiency: asText(fit["efficiency"], "efficiency"),
    single: asNumber(fit["single"], "single"),
    f: asNumber(fit["f"], "f"),
    largestResidual: asNumber(fit["largest_residual"], "largest_residual"),
  };
}

/** Reads what `latecomer scaling --json` prints. */
export function readScaling(json: unknown): Scaling {
  const all = asObject(json, "scaling");
  const efficiencies = asList(all["efficiencies"], "efficiencies").map(readName);
  const runs = asList(all["runs"], "runs").map((run) => readRun(run, efficiencies));
  return {
    isWeak: all["kind"] === "weak",
    remarks: asList(all["remarks"], "remarks").map((each) => asText(each, "remarks")),
    efficiencies,
    runs,
    causes: asList(all["causes"], "causes").map((cause) => readCause(cause, runs.length)),
    fits: asList(all["fits"], "fits").map(readFit),
    predictions: asList(all["predictions"], "predictions").map((larger) => readLargerRun(larger, efficiencies)),
    extrapolation: asText(all["extrapolation"], "extrapolation"),
  };
}
