// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file asks what the run would be if what is computed in a call path were changed, and shows the answers
// beside each other.

import { countOf, percent, relativeChange, seconds } from "base/format";
import type { Report } from "model/report";
import { type Asked, type Change, askedOf, cancel, kChanges, predict } from "state/predictions";
import { arePredictionsPossible } from "state/report";
import { pageOf, routeOf } from "state/url";
import type { Predicted, Prediction } from "wire/prediction";
import "whatif/whatif.css";

const kNames: Readonly<Record<Change, string>> = { balance: "spread evenly", half: "half as long", remove: "gone" };

/** Returns whether a call path is a call of MPI, which keeps what it takes itself. */
export function isOfMpi(report: Report, path: number): boolean {
  return report.regions.paradigm[report.callPaths.region[path]!] === "mpi";
}

/** Says what came of one change, or that it is on its way. */
function Line({ path, change, asked }: { path: number; change: Change; asked: Asked }) {
  const { prediction, problem, number } = asked;
  if (problem !== "") return <li class="what-if-problem">{`${kNames[change]}: ${problem}`}</li>;
  if (prediction === null)
    return (
      <li>
        {kNames[change]}: <span class="faint">replaying the run …</span>{" "}
        <button type="button" onClick={() => void cancel(path, change)} disabled={number === 0} aria-label={`Cancel: ${kNames[change]}`}>
          Cancel
        </button>
      </li>
    );
  const { recorded, predicted } = prediction.runLength;
  return (
    <li>
      {kNames[change]}:{" "}
      <strong class="what-if-length">
        {seconds(recorded)} → {seconds(predicted)}
      </strong>{" "}
      ({relativeChange(recorded, predicted)}){" "}
      <a href={pageOf(number, routeOf("compare", { compare: "timelines" }))} aria-label={`Compare timelines: ${kNames[change]}`}>
        Compare timelines
      </a>
    </li>
  );
}

interface Row {
  readonly name: string;
  readonly isPart: boolean; ///< Says that it is a part of the row above.
  readonly write: (value: number) => string;
  readonly of: (prediction: Prediction) => Predicted | undefined;
}

function rowsOf(predictions: readonly Prediction[]): Row[] {
  const find = (rows: readonly Predicted[], name: string) => rows.find((each) => each.name === name);
  const waiting = [...new Set(predictions.flatMap((each) => each.waiting.map(({ name }) => name)))];
  const efficiencies = predictions[0]!.efficiencies.map(({ name }) => name);
  return [
    { name: "Run length", isPart: false, write: seconds, of: (each) => each.runLength },
    ...waiting.map((name, i): Row => ({ name, isPart: i > 0, write: seconds, of: ({ waiting: rows }) => find(rows, name) })),
    ...efficiencies.map((name, i): Row => ({ name, isPart: i > 0, write: percent, of: ({ efficiencies: rows }) => find(rows, name) })),
  ];
}

/** Has the recorded numbers, and a column for each change. */
function Numbers({ done }: { done: readonly (readonly [Change, Prediction])[] }) {
  const predictions = done.map(([, prediction]) => prediction);
  return (
    <div class="what-if-numbers" tabIndex={0} role="region" aria-label="What would change">
      <table class="facts-table">
        <thead>
          <tr>
            <td />
            <th scope="col" class="number">
              recorded
            </th>
            {done.map(([change]) => (
              <th key={change} scope="col" class="number" colSpan={2}>
                {kNames[change]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(predictions).map(({ name, isPart, write, of }) => (
            <tr key={name}>
              <th scope="row" class={isPart ? "part" : undefined}>
                {name}
              </th>
              <td class="number">{write(predictions.map(of).find((each) => each !== undefined)?.recorded ?? 0)}</td>
              {done.map(([change, prediction]) => {
                const value = of(prediction);
                return [
                  <td key={change} class="number">
                    {write(value?.predicted ?? 0)}
                  </td>,
                  <td key={`${change}-change`} class="number faint">
                    {value !== undefined && write === seconds ? relativeChange(value.recorded, value.predicted) : ""}
                  </td>,
                ];
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Says what was kept in order although, with the change, it comes in another one. */
function KeptOrder({ done }: { done: readonly (readonly [Change, Prediction])[] }) {
  const lines = done.flatMap(([change, { messagesInOrder, locksInOrder }]) => {
    const kept = [messagesInOrder > 0 ? countOf(messagesInOrder, "message") : "", locksInOrder > 0 ? countOf(locksInOrder, "acquisition of a lock", "acquisitions of locks") : ""];
    const text = kept.filter((each) => each !== "").join(" and ");
    return text === "" ? [] : [`${kNames[change]}: ${text}`];
  });
  if (lines.length === 0) return null;
  return (
    <p class="warning-box">
      Taken in the recorded order, although what comes next would have come first ({lines.join("; ")}): if the program takes what comes first, its run is another one.
    </p>
  );
}

/** Returns how many call paths have the same name as this one, and change with it. */
function countOfSameName(report: Report, path: number): number {
  const { region } = report.callPaths;
  const name = report.names.path(path);
  let count = 0;
  for (let each = 0; each < report.callPaths.size; ++each) if (region[each] === region[path] && report.names.path(each) === name) ++count;
  return count;
}

/** Offers changes of a call path where the server can predict, and shows what came of them. `name` says what it is. */
export function WhatIf({ report, path, name = "this" }: { report: Report; path: number; name?: string }) {
  if (!arePredictionsPossible.value) return null;
  if (isOfMpi(report, path)) return <p class="faint what-if">What if: calls of MPI keep what they take themselves. Select what makes them wait.</p>;
  const asked = askedOf(path);
  const done = [...asked].flatMap(([change, { prediction }]) => (prediction === null ? [] : [[change, prediction] as const]));
  const same = asked.size > 0 ? countOfSameName(report, path) : 1;
  return (
    <section class="what-if" aria-label={`What if ${name} were changed`}>
      <div class="what-if-asked">
        <div class="what-if-offer">
          <h3>What if {name} were</h3>
          {kChanges.map((change) => (
            <button key={change} type="button" aria-pressed={asked.has(change)} onClick={() => void predict(path, change)}>
              {kNames[change]}
            </button>
          ))}
        </div>
        <div role="status">
          {asked.size > 0 && (
            <ul class="what-if-lines">
              {[...asked].map(([change, each]) => (
                <Line key={change} path={path} change={change} asked={each} />
              ))}
            </ul>
          )}
        </div>
        {same > 1 && <p class="faint">{same} call paths have this name, and change together.</p>}
        <KeptOrder done={done} />
      </div>
      {done.length > 0 && <Numbers done={done} />}
    </section>
  );
}
