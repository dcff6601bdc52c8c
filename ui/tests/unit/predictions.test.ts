// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { test } from "node:test";
import { relativeChange } from "base/format";
import { askedOf, cancel, predict } from "state/predictions";
import { WireError } from "wire/json";
import { readPrediction, readStanding } from "wire/prediction";

const kPrinted = {
  version: 1,
  changes: ["solve were not there"],
  run_length: { recorded: 4, predicted: 1 },
  waiting: [{ name: "Waiting", recorded: 2, predicted: 0 }],
  efficiencies: [{ name: "Load balance", recorded: 0.5, predicted: 1 }],
  kept_order: { messages: 3, locks: 0 },
};

/** Answers requests one after another with these; returns what was asked. */
function serve(...answers: readonly [status: number, body: unknown][]): string[] {
  const asked: string[] = [];
  const left = [...answers];
  globalThis.fetch = ((url: string) => {
    asked.push(url);
    const [status, body] = left.shift()!;
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  }) as typeof fetch;
  return asked;
}

test("what whatif prints is read", () => {
  const { runLength, waiting, efficiencies, messagesInOrder } = readPrediction(kPrinted);
  assert.deepEqual(runLength, { name: "Run length", recorded: 4, predicted: 1 });
  assert.deepEqual([waiting.length, efficiencies[0]!.predicted, messagesInOrder], [1, 1, 3]);
  assert.throws(() => readPrediction({ ...kPrinted, kept_order: null }), WireError);
  assert.throws(() => readStanding([]), WireError);
});

test("a prediction is asked for until it is there, and once", async () => {
  const asked = serve([200, { number: 7, state: "waiting" }], [200, { number: 7, state: "computing" }], [200, { number: 7, state: "done" }], [200, kPrinted]);
  await predict(5, "half");
  assert.deepEqual(asked, ["api/v1/predictions?change=scale&factor=0.5&call_path=5", "api/v1/predictions/7", "api/v1/predictions/7", "api/v1/predictions/7/result"]);
  assert.equal(askedOf(5).get("half")!.prediction!.runLength.predicted, 1);
  await predict(5, "half");
  assert.equal(asked.length, 4);
});

test("why there is none is known until it is tried again", async () => {
  serve([200, { number: 8, state: "failed", error: "no memory" }]);
  await predict(6, "balance");
  assert.equal(askedOf(6).get("balance")!.problem, "no memory");
  serve([503, { error: "too many" }]);
  await predict(6, "balance");
  assert.equal(askedOf(6).get("balance")!.problem, "too many");
});

test("what is canceled is gone", async () => {
  serve([200, { number: 9, state: "computing" }], [200, { number: 9, state: "canceled" }], [200, { number: 9, state: "canceled" }]);
  const ended = predict(7, "remove");
  while (askedOf(7).get("remove")!.number === 0) await new Promise((resolve) => setTimeout(resolve));
  await cancel(7, "remove");
  await ended;
  assert.equal(askedOf(7).size, 0);
});

test("changes are parts of what was", () => {
  assert.equal(relativeChange(4, 1), "−75.0 %");
  assert.equal(relativeChange(4, 5), "+25.0 %");
  assert.equal(relativeChange(0, 5), "");
});
