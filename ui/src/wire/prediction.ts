// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { asList, asNumber, asObject, asText } from "wire/json";

/** Is a number of the recorded run and of the predicted one. */
export interface Predicted {
  readonly name: string;
  readonly recorded: number;
  readonly predicted: number;
}

/** Is what `latecomer whatif --json` prints, without the comparison. */
export interface Prediction {
  readonly runLength: Predicted; ///< Is in seconds.
  readonly waiting: readonly Predicted[]; ///< Has all waiting, then each kind, in seconds.
  readonly efficiencies: readonly Predicted[];
  readonly messagesInOrder: number; ///< Counts messages taken as recorded although the next one comes first.
  readonly locksInOrder: number;
}

/** Says how a prediction stands that was asked for. */
export interface Standing {
  readonly number: number;
  readonly state: "waiting" | "computing" | "done" | "failed" | "canceled";
  readonly error: string; ///< Says why a prediction failed; else it is empty.
}

const kStates = ["waiting", "computing", "done", "failed", "canceled"] as const;

export function readStanding(json: unknown): Standing {
  const all = asObject(json, "prediction");
  const state = kStates.find((each) => each === all["state"]) ?? "failed";
  return { number: asNumber(all["number"], "number"), state, error: "error" in all ? asText(all["error"], "error") : "" };
}

function readPredicted(json: unknown, where: string, name?: string): Predicted {
  const row = asObject(json, where);
  return {
    name: name ?? asText(row["name"], `${where}.name`),
    recorded: asNumber(row["recorded"], `${where}.recorded`),
    predicted: asNumber(row["predicted"], `${where}.predicted`),
  };
}

export function readPrediction(json: unknown): Prediction {
  const all = asObject(json, "prediction");
  const rows = (key: string) => asList(all[key], key).map((each) => readPredicted(each, key));
  const keptOrder = asObject(all["kept_order"], "kept_order");
  return {
    runLength: readPredicted(all["run_length"], "run_length", "Run length"),
    waiting: rows("waiting"),
    efficiencies: rows("efficiencies"),
    messagesInOrder: asNumber(keptOrder["messages"], "kept_order.messages"),
    locksInOrder: asNumber(keptOrder["locks"], "kept_order.locks"),
  };
}
