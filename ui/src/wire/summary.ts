// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import type { Report } from "model/report";
import { type JsonObject, asBoolean, asList, asNumber, asObject, asPosition, asText } from "wire/json";

/** Says what has to be known before the numbers are believed. */
export interface Caution {
  readonly title: string;
  readonly text: string; ///< Says what the caution means; can be empty.
  readonly lines: readonly string[]; ///< Names the ranks, nodes or calls that the caution is about.
  readonly times: readonly { readonly path: number; readonly seconds: number; readonly remark: string }[];
}

export interface TimeShare {
  readonly name: string;
  readonly metrics: readonly number[];
  readonly seconds: number;
  readonly waiting: number;
  readonly isPart: boolean; ///< Says that it is a part of the share before.
}

/** Says which ranks are concerned. */
export interface Concerned {
  readonly text: string;
  readonly count: number;
  readonly worst: number; ///< Is the position of the worst rank.
  readonly seconds: number; ///< Is the time of the worst rank.
  readonly thread: { readonly location: number; readonly seconds: number } | null; ///< Has more than half of it.
}

export interface Sampled {
  readonly path: number;
  readonly share: number;
  readonly samples: number; ///< Counts samples; 0: not known.
  readonly error: number; ///< Is how far off the share is at most in 19 of 20 such estimates.
  readonly functions: readonly number[]; ///< Lists call paths that led there; the last one is `path`.
}

/** Says what several call paths of a finding have in common; its own call path is the one with most. */
export interface Common {
  readonly name: string; ///< Is a function, or a call in one: "exchange/MPI_Wait (halo.c:12)".
  readonly isWithCalls: boolean; ///< Says that it is a function with what it calls.
  readonly paths: number; ///< Counts the call paths.
  readonly largest: number; ///< Is the value of the one with most, in seconds.
  readonly functions: readonly { readonly name: string; readonly seconds: number }[]; ///< Has the largest of those called.
}

/** Is the one of many phases in which most of a finding is. */
export interface OnePhase {
  readonly name: string; ///< Is as "iteration 37".
  readonly share: number; ///< Is the part of the finding.
  readonly count: number; ///< Counts the phases of that name.
}

export interface CallCounts {
  readonly calls: number; ///< Counts calls of MPI; 0 where something else waited.
  readonly bytes: number; ///< Is the mean of what a call moves in one direction.
  readonly isToAllMembers: boolean; ///< Says that this goes to all members of communicators together.
}

/** Holds calls of MPI that take long because they are small and many, or because they are large. */
export interface CostlySize {
  readonly path: number;
  readonly common: Common | null;
  readonly seconds: number;
  readonly counts: CallCounts;
  readonly areLarge: boolean;
  readonly remedy: string;
}

export interface Wait {
  readonly name: string;
  readonly metric: number;
  readonly path: number;
  readonly common: Common | null;
  readonly seconds: number;
  readonly ranks: Concerned | null;
  readonly phase: OnePhase | null;
  readonly counts: CallCounts;
  readonly heldIn: { readonly path: number; readonly share: number } | null; ///< Says where a lock was held, and for which part of the time.
  readonly remedy: string; ///< Says what to do about the wait state there; empty: nothing.
}

export interface Felt {
  readonly metric: number;
  readonly path: number;
  readonly common: Common | null;
  readonly seconds: number;
  readonly ranks: string;
}

export interface Cause {
  readonly path: number;
  readonly common: Common | null;
  readonly seconds: number;
  readonly longTerm: number;
  readonly ranks: Concerned | null;
  readonly phase: OnePhase | null;
  readonly offCore: string; ///< Says why threads had no core there; empty: they had one.
  readonly withoutCore: number; ///< Is the time, in seconds, without a core in a call of MPI.
  readonly felt: readonly Felt[];
  readonly sampled: Sampled | null;
  readonly gain: CauseGain | null;
  readonly remedy: string; ///< Says what to do about a call of MPI.
}

/** Says by how much the run gets shorter if a cause is spread evenly, or else is not there. */
export interface CauseGain {
  readonly seconds: number;
  readonly isSpread: boolean;
}

/** Says how long the run would take if something were changed. */
export interface Gain {
  readonly kind: string; ///< Is "balance", "remove", "instant_network" or "no_preemption".
  readonly causes: readonly number[]; ///< Lists call paths, as causes have them.
  readonly seconds: number;
  readonly share: number; ///< Is, of several causes, which part they gain of the most that can be; else NaN.
}

export interface CriticalPart {
  readonly path: number;
  readonly common: Common | null;
  readonly seconds: number;
  readonly imbalance: number;
  readonly isComputation: boolean;
  readonly ranks: Concerned | null;
  readonly causes: readonly number[]; ///< Lists locations that are no threads, but have the path for some.
  readonly sampled: Sampled | null;
}

/** Is a single wait state. */
export interface Instance {
  readonly metric: number;
  readonly location: number;
  readonly path: number;
  readonly begin: number;
  readonly end: number;
  readonly amount: number;
  readonly causeLocation: number; ///< Is the delaying location; -1: not known.
}

/** Says what of the efficiencies is MPI's, by first threads' time outside of MPI, and what the threads'. */
export interface HybridEfficiencies {
  readonly mpiParallel: number;
  readonly mpiLoadBalance: number;
  readonly mpiCommunication: number;
  readonly threadParallel: number;
  readonly threadLoadBalance: number;
  readonly threadCommunication: number;
  readonly meanOutsideMpi: number; ///< Is in seconds, over the processes.
  readonly largestOutsideMpi: number;
}

export interface Efficiencies {
  readonly parallel: number;
  readonly loadBalance: number;
  readonly communication: number;
  readonly serialization: number;
  readonly transfer: number;
  readonly runSeconds: number;
  readonly meanComputation: number;
  readonly largestComputation: number;
  readonly computationOnCriticalPath: number;
  readonly idealSeconds: number;
  readonly isIdealReplayed: boolean; ///< Says that it is by replay, and not estimated.
  readonly hybrid: HybridEfficiencies | null;
}

export interface Clocks {
  readonly mode: string;
  readonly isCorrected: boolean;
  readonly found: number; ///< Counts effects before their causes.
  readonly left: number;
  readonly checked: number;
  readonly largestShift: number;
  readonly isOnePerNode: boolean;
}

/** Has the largest of something, and how many there are. */
export interface Largest<T> {
  readonly count: number;
  readonly largest: readonly T[];
}

export interface Summary {
  readonly time: number; ///< Is NaN if the report does not say.
  readonly waiting: number;
  readonly cautions: readonly Caution[];
  readonly timeShares: readonly TimeShare[];
  readonly efficiencies: Efficiencies | null;
  readonly waits: Largest<Wait>;
  readonly causes: (Largest<Cause> & { readonly seconds: number }) | null;
  readonly gains: readonly Gain[];
  readonly callSizes: readonly CostlySize[];
  readonly criticalPath: (Largest<CriticalPart> & { readonly seconds: number }) | null;
  readonly instances: readonly Instance[];
  readonly clocks: Clocks | null;
}

/** Returns null, or what is read. */
function optional<T>(json: unknown, read: (json: unknown) => T): T | null {
  return json === null ? null : read(json);
}

class Reader {
  constructor(private readonly report: Report) {}

  private path(json: unknown): number {
    return asPosition(json, this.report.callPaths.size, "call_path");
  }

  private metric(json: unknown): number {
    return asPosition(json, this.report.metrics.length, "metric");
  }

  largest<T>(json: unknown, where: string, read: (row: JsonObject) => T): Largest<T> {
    const all = asObject(json, where);
    return {
      count: asNumber(all["count"], where),
      largest: asList(all["largest"], where).map((each) => read(asObject(each, where))),
    };
  }

  /** Reads the largest of something with the seconds of all of them. */
  withSum<T>(json: unknown, where: string, read: (row: JsonObject) => T): Largest<T> & { readonly seconds: number } {
    return { ...this.largest(json, where, read), seconds: asNumber(asObject(json, where)["seconds"], where) };
  }

  caution = (json: unknown): Caution => {
    const row = asObject(json, "cautions");
    return {
      title: asText(row["title"], "title"),
      text: asText(row["text"], "text"),
      lines: asList(row["lines"], "lines").map((each) => asText(each, "lines")),
      times: asList(row["times"], "times").map((each) => {
        const time = asObject(each, "times");
        return {
          path: this.path(time["call_path"]),
          seconds: asNumber(time["seconds"], "seconds"),
          remark: asText(time["remark"], "remark"),
        };
      }),
    };
  };

  timeShare = (json: unknown): TimeShare => {
    const row = asObject(json, "time_shares");
    return {
      name: asText(row["name"], "name"),
      metrics: asList(row["metrics"], "metrics").map((each) => this.metric(each)),
      seconds: asNumber(row["seconds"], "seconds"),
      waiting: asNumber(row["waiting"], "waiting"),
      isPart: asBoolean(row["is_part"], "is_part"),
    };
  };

  private concerned = (json: unknown): Concerned => {
    const all = asObject(json, "ranks");
    return {
      text: asText(all["text"], "ranks"),
      count: asNumber(all["count"], "ranks"),
      worst: asPosition(all["worst"], this.report.ranks.size, "ranks"),
      seconds: asNumber(all["seconds"], "ranks"),
      thread: optional(all["thread"], (each) => {
        const row = asObject(each, "thread");
        return {
          location: asPosition(row["location"], this.report.locations.size, "thread"),
          seconds: asNumber(row["seconds"], "thread"),
        };
      }),
    };
  };

  private sampled(row: JsonObject): Sampled | null {
    if (row["sampled_call_path"] === null) return null;
    return {
      path: this.path(row["sampled_call_path"]),
      share: asNumber(row["sampled_share"], "sampled_share"),
      samples: asNumber(row["samples"], "samples"),
      error: asNumber(row["sampled_error"], "sampled_error"),
      functions: asList(row["sampled_functions"], "sampled_functions").map((each) => this.path(each)),
    };
  }

  private common = (json: unknown): Common => {
    const all = asObject(json, "common");
    return {
      name: asText(all["name"], "name"),
      isWithCalls: asBoolean(all["with_calls"], "with_calls"),
      paths: asNumber(all["call_paths"], "call_paths"),
      largest: asNumber(all["largest_seconds"], "largest_seconds"),
      functions: asList(all["functions"], "functions").map((each) => {
        const row = asObject(each, "functions");
        return { name: asText(row["name"], "name"), seconds: asNumber(row["seconds"], "seconds") };
      }),
    };
  };

  private phase = (json: unknown): OnePhase => {
    const all = asObject(json, "phase");
    return { name: asText(all["name"], "name"), share: asNumber(all["share"], "share"), count: asNumber(all["count"], "count") };
  };

  private counts = (json: unknown): CallCounts => {
    const all = asObject(json, "counts");
    return {
      calls: asNumber(all["calls"], "calls"),
      bytes: asNumber(all["mean_bytes"], "mean_bytes"),
      isToAllMembers: asBoolean(all["to_all_members"], "to_all_members"),
    };
  };

  callSize = (row: JsonObject): CostlySize => ({
    path: this.path(row["call_path"]),
    common: optional(row["common"], this.common),
    seconds: asNumber(row["seconds"], "seconds"),
    counts: this.counts(row["counts"]),
    areLarge: asBoolean(row["are_large"], "are_large"),
    remedy: asText(row["remedy"], "remedy"),
  });

  wait = (row: JsonObject): Wait => ({
    name: asText(row["name"], "name"),
    metric: this.metric(row["metric"]),
    path: this.path(row["call_path"]),
    common: optional(row["common"], this.common),
    seconds: asNumber(row["seconds"], "seconds"),
    ranks: optional(row["ranks"], this.concerned),
    phase: optional(row["phase"], this.phase),
    counts: this.counts(row["counts"]),
    heldIn: optional(row["held_in"], (each) => {
      const held = asObject(each, "held_in");
      return { path: this.path(held["call_path"]), share: asNumber(held["share"], "share") };
    }),
    remedy: asText(row["remedy"], "remedy"),
  });

  private felt = (json: unknown): Felt => {
    const row = asObject(json, "felt");
    return {
      metric: this.metric(row["metric"]),
      path: this.path(row["call_path"]),
      common: optional(row["common"], this.common),
      seconds: asNumber(row["seconds"], "seconds"),
      ranks: asText(row["ranks"], "ranks"),
    };
  };

  cause = (row: JsonObject): Cause => ({
    path: this.path(row["call_path"]),
    common: optional(row["common"], this.common),
    seconds: asNumber(row["seconds"], "seconds"),
    longTerm: asNumber(row["long_term"], "long_term"),
    ranks: optional(row["ranks"], this.concerned),
    phase: optional(row["phase"], this.phase),
    offCore: asText(row["off_core"], "off_core"),
    withoutCore: asNumber(row["without_core"], "without_core"),
    felt: asList(row["felt"], "felt").map(this.felt),
    sampled: this.sampled(row),
    gain: optional(row["gain"], this.gainOfCause),
    remedy: asText(row["remedy"], "remedy"),
  });

  private gainOfCause = (json: unknown): CauseGain => {
    const row = asObject(json, "gain");
    return { seconds: asNumber(row["seconds"], "seconds"), isSpread: asBoolean(row["is_spread"], "is_spread") };
  };

  gain = (json: unknown): Gain => {
    const row = asObject(json, "gains");
    return {
      kind: asText(row["kind"], "kind"),
      causes: asList(row["causes"], "causes").map((each) => this.path(each)),
      seconds: asNumber(row["seconds"], "seconds"),
      share: asNumber(row["share"], "share"),
    };
  };

  criticalPart = (row: JsonObject): CriticalPart => ({
    path: this.path(row["call_path"]),
    common: optional(row["common"], this.common),
    seconds: asNumber(row["seconds"], "seconds"),
    imbalance: asNumber(row["imbalance"], "imbalance"),
    isComputation: asBoolean(row["is_computation"], "is_computation"),
    ranks: optional(row["ranks"], this.concerned),
    causes: asList(row["causes"], "causes").map((each) => asPosition(each, this.report.locations.size, "cause")),
    sampled: this.sampled(row),
  });

  instance = (json: unknown): Instance => {
    const row = asObject(json, "instances");
    const locations = this.report.locations.size;
    return {
      metric: this.metric(row["metric"]),
      location: asPosition(row["location"], locations, "location"),
      path: this.path(row["call_path"]),
      begin: asNumber(row["begin"], "begin"),
      end: asNumber(row["end"], "end"),
      amount: asNumber(row["amount"], "amount"),
      causeLocation: asPosition(asObject(row["cause"], "cause")["location"], locations, "cause"),
    };
  };
}

function readHybrid(json: unknown): HybridEfficiencies {
  const all = asObject(json, "hybrid");
  const number = (key: string) => asNumber(all[key], key);
  return {
    mpiParallel: number("mpi_parallel"),
    mpiLoadBalance: number("mpi_load_balance"),
    mpiCommunication: number("mpi_communication"),
    threadParallel: number("thread_parallel"),
    threadLoadBalance: number("thread_load_balance"),
    threadCommunication: number("thread_communication"),
    meanOutsideMpi: number("mean_outside_mpi"),
    largestOutsideMpi: number("largest_outside_mpi"),
  };
}

function readEfficiencies(json: unknown): Efficiencies {
  const all = asObject(json, "efficiencies");
  const number = (key: string) => asNumber(all[key], key);
  return {
    parallel: number("parallel"),
    loadBalance: number("load_balance"),
    communication: number("communication"),
    serialization: number("serialization"),
    transfer: number("transfer"),
    runSeconds: number("run_seconds"),
    meanComputation: number("mean_computation"),
    largestComputation: number("largest_computation"),
    computationOnCriticalPath: number("computation_on_critical_path"),
    idealSeconds: number("ideal_seconds"),
    isIdealReplayed: asBoolean(all["is_ideal_replayed"], "is_ideal_replayed"),
    hybrid: optional(all["hybrid"], readHybrid),
  };
}

/** Returns the sum of counts by kind. */
function sum(json: unknown): number {
  return Object.values(asObject(json, "clocks")).reduce((total: number, each) => total + asNumber(each, "clocks"), 0);
}

function readClocks(json: unknown): Clocks {
  const all = asObject(json, "clocks");
  const pairs = asList(all["pairs"], "pairs").map((each) => asObject(each, "pairs"));
  return {
    mode: asText(all["mode"], "mode"),
    isCorrected: asBoolean(all["corrected"], "corrected"),
    found: pairs.reduce((total, each) => total + sum(each["found"]), 0),
    left: pairs.reduce((total, each) => total + sum(each["left"]), 0),
    checked: sum(all["checked"]),
    largestShift: asNumber(all["largest_shift"], "largest_shift"),
    isOnePerNode: asBoolean(all["one_per_node"], "one_per_node"),
  };
}

/** Reads the answer to `summary`. */
export function readSummary(json: unknown, report: Report): Summary {
  const all = asObject(json, "summary");
  const reader = new Reader(report);
  return {
    time: asNumber(all["time"], "time"),
    waiting: asNumber(all["waiting"], "waiting"),
    cautions: asList(all["cautions"], "cautions").map(reader.caution),
    timeShares: asList(all["time_shares"], "time_shares").map(reader.timeShare),
    efficiencies: optional(all["efficiencies"], readEfficiencies),
    waits: reader.largest(all["wait_states"], "wait_states", reader.wait),
    causes: optional(all["root_causes"], (each) => reader.withSum(each, "root_causes", reader.cause)),
    gains: asList(all["gains"], "gains").map(reader.gain),
    callSizes: reader.largest(all["call_sizes"], "call_sizes", reader.callSize).largest,
    criticalPath: optional(all["critical_path"], (each) => reader.withSum(each, "critical_path", reader.criticalPart)),
    instances: optional(all["instances"], (each) => asList(each, "instances").map(reader.instance)) ?? [],
    clocks: optional(all["clocks"], readClocks),
  };
}
