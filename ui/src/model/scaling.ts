// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has how a program scales: runs of it with different numbers of ranks, and what fits to these give.

/** Is a value that a fit gives, and how far off it may be; NaN: not known. */
export interface Extrapolated {
  readonly value: number;
  readonly error: number;
}

/** Has what fits give for a number of threads. */
export interface Fitted {
  readonly speedUp: Extrapolated;
  readonly efficiencies: ReadonlyMap<string, Extrapolated>; ///< By key; those that are not known are not there.
}

export interface ScalingRun {
  readonly name: string; ///< Is as it was asked for.
  readonly ranks: number;
  readonly threads: number; ///< Counts those of all ranks.
  readonly seconds: number; ///< Is how long the run took.
  readonly speedUp: number;
  readonly idealSpeedUp: number;
  readonly efficiencies: ReadonlyMap<string, number>; ///< By key; those that are not known are not there.
  readonly waiting: number; ///< Is in seconds of all threads, as is the next one.
  readonly time: number;
  readonly fitted: Fitted | null; ///< Is null without fits.
}

/** Is a run that is larger than all that there are. */
export interface LargerRun {
  readonly ranks: number;
  readonly threads: number;
  readonly idealSpeedUp: number;
  readonly fitted: Fitted;
}

/** Is an efficiency as it is shown: each is the product of those that are one level deeper below it. */
export interface EfficiencyName {
  readonly key: string;
  readonly name: string;
  readonly depth: number;
}

/** Is what made others wait; lists have an element for each run. */
export interface ScalingCause {
  readonly name: string;
  readonly withCalls: boolean; ///< Says that it is a function with what it calls.
  readonly seconds: readonly number[];
  readonly shares: readonly number[]; ///< Has parts of the time of all threads.
}

/** Is E0 / (f + (1 - f) n) for n threads. */
export interface ScalingFit {
  readonly efficiency: string; ///< Is a key.
  readonly single: number; ///< Is E0.
  readonly f: number;
  readonly largestResidual: number;
}

export interface Scaling {
  readonly isWeak: boolean;
  readonly remarks: readonly string[]; ///< Has what has to be known of the runs before they are compared.
  readonly efficiencies: readonly EfficiencyName[];
  readonly runs: readonly ScalingRun[]; ///< Has those with the fewest threads first.
  readonly causes: readonly ScalingCause[];
  readonly fits: readonly ScalingFit[];
  readonly predictions: readonly LargerRun[];
  readonly extrapolation: string; ///< Says how far the predictions can be believed, or why there are none.
}

/** Is a size of the program that is known, measured or fitted. */
export interface ScalingSize {
  readonly ranks: number;
  readonly threads: number;
  readonly idealSpeedUp: number;
  readonly run: ScalingRun | null; ///< Is null where no run has this size.
  readonly fitted: Fitted | null;
}

/** Returns the runs that there are, and then the larger ones. */
export function sizesOf({ runs, predictions }: Scaling): ScalingSize[] {
  return [...runs.map((run): ScalingSize => ({ ...run, run })), ...predictions.map((larger): ScalingSize => ({ ...larger, run: null }))];
}

/** Says whether a run has more threads than ranks. */
export function hasThreads({ runs }: Scaling): boolean {
  return runs.some((run) => run.threads !== run.ranks);
}

/** Returns the efficiencies that some run has. */
export function knownEfficiencies({ efficiencies, runs }: Scaling): EfficiencyName[] {
  return efficiencies.filter(({ key }) => runs.some((run) => run.efficiencies.has(key)));
}

/**
 * Returns the efficiencies that are drawn: the global one is what the speed-up shows, and communication is left
 * out where all runs have its two factors, which are left out where some run does not have them.
 */
export function drawnEfficiencies(scaling: Scaling): EfficiencyName[] {
  const haveFactors = scaling.runs.every(({ efficiencies }) => efficiencies.has("serialization") && efficiencies.has("transfer"));
  const leftOut = haveFactors ? ["communication"] : ["serialization", "transfer"];
  return knownEfficiencies(scaling).filter(({ key, depth }) => depth > 0 && !leftOut.includes(key));
}
