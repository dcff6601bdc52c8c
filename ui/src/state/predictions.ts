// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A prediction takes the server seconds to minutes. It is started by one request, and asked for from time to
// time until it is there; what was predicted of a call path stays known while the page is there.

import { signal } from "@preact/signals";
import { askJson, requestOf } from "state/session";
import { type Prediction, type Standing, readPrediction, readStanding } from "wire/prediction";

export const kChanges = ["balance", "half", "remove"] as const;
/** Says what would be with what is computed in a call path. */
export type Change = (typeof kChanges)[number];

const kParameters: Readonly<Record<Change, { readonly change: string; readonly factor?: number }>> = {
  balance: { change: "balance" },
  half: { change: "scale", factor: 0.5 },
  remove: { change: "remove" },
};

/** Is what is known of a change that was asked for. `number` is that of the prediction; 0: not known yet. */
export interface Asked {
  readonly number: number;
  readonly prediction: Prediction | null; ///< Is null as long as it is not there.
  readonly problem: string; ///< Says why there is none.
}

type AskedOfPath = ReadonlyMap<Change, Asked>;

const asked = signal<ReadonlyMap<number, AskedOfPath>>(new Map());
const kPause = 500; ///< Is how many milliseconds pass between two looks at a prediction.

/** Returns what was asked for of a call path, the first one first. */
export function askedOf(path: number): AskedOfPath {
  return asked.value.get(path) ?? new Map();
}

function put(path: number, change: Change, now: Asked | null): void {
  const ofPath = new Map(asked.peek().get(path));
  if (now === null) ofPath.delete(change);
  else ofPath.set(change, now);
  asked.value = new Map(asked.peek()).set(path, ofPath);
}

function isOpen({ state }: Standing): boolean {
  return state === "waiting" || state === "computing";
}

async function followToItsEnd(path: number, change: Change): Promise<void> {
  let standing = readStanding(await askJson(requestOf("predictions", { ...kParameters[change], call_path: path })));
  const { number } = standing;
  put(path, change, { number, prediction: null, problem: "" });
  while (isOpen(standing)) {
    await new Promise((resolve) => setTimeout(resolve, kPause));
    standing = readStanding(await askJson(`predictions/${number}`));
  }
  if (standing.state === "canceled") return put(path, change, null);
  if (standing.state === "failed") return put(path, change, { number, prediction: null, problem: standing.error });
  put(path, change, { number, prediction: readPrediction(await askJson(`predictions/${number}/result`)), problem: "" });
}

/** Asks what the run would be with a change; nothing happens if that is known, or on its way. */
export async function predict(path: number, change: Change): Promise<void> {
  const known = askedOf(path).get(change);
  if (known !== undefined && known.problem === "") return;
  put(path, change, { number: 0, prediction: null, problem: "" });
  try {
    await followToItsEnd(path, change);
  } catch (problem) {
    put(path, change, { number: 0, prediction: null, problem: problem instanceof Error ? problem.message : String(problem) });
  }
}

/** Ends a prediction that is being computed. */
export async function cancel(path: number, change: Change): Promise<void> {
  const known = askedOf(path).get(change);
  if (known !== undefined && known.number > 0) await askJson(`predictions/${known.number}/cancel`).catch(() => null);
}
