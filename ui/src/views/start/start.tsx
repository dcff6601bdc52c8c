// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { useEffect, useMemo } from "preact/hooks";
import { factsOf } from "model/facts";
import { inUnit } from "base/format";
import { kNone, type Report } from "model/report";
import { Question } from "state/question";
import { type Summary, readSummary } from "wire/summary";
import { CallSizes, Causes, CriticalPath, Instances, Waits } from "views/start/entries";
import { Gains } from "views/start/gains";
import { ExplorerLink } from "views/start/links";
import { RunFacts, Trust, Warnings } from "views/start/run";
import { EfficiencyTable, TimeTable } from "views/start/time";
import "views/start/start.css";

const summary = new Question<Summary>();

/** Shows what reports of all tools have. */
function Metrics({ report }: { report: Report }) {
  const roots = report.metrics.filter((each) => each.parent === kNone && each.total !== 0);
  if (roots.length === 0) return <p class="block">All metrics of the report are zero.</p>;
  return (
    <section class="block" aria-labelledby="metrics-title">
      <h2 id="metrics-title">What was measured</h2>
      <table class="facts-table">
        <tbody>
          {roots.map((each) => (
            <tr key={each.id}>
              <th scope="row">
                <ExplorerLink to={{ metric: each.id }}>{each.name}</ExplorerLink>
              </th>
              <td class="number">{inUnit(each.total, each.unit)}</td>
              <td class="faint">{each.description}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Findings({ report, summary, run }: { report: Report; summary: Summary; run: number }) {
  if (summary.time === 0) return <p class="block">Nothing was recorded that took time.</p>;
  return (
    <>
      <Gains report={report} summary={summary} run={run} />
      <div class="side-by-side">
        <TimeTable report={report} summary={summary} />
        {summary.efficiencies !== null && <EfficiencyTable report={report} is={summary.efficiencies} />}
      </div>
      {summary.waiting > 0 ? (
        <div class="side-by-side">
          <Waits report={report} summary={summary} />
          <Causes report={report} summary={summary} />
        </div>
      ) : (
        <p class="block">No thread ever waited for another one, as far as the report tells.</p>
      )}
      <div class="side-by-side">
        <div>
          <CallSizes report={report} summary={summary} />
          <CriticalPath report={report} summary={summary} />
        </div>
        <Instances report={report} instances={summary.instances} />
      </div>
    </>
  );
}

/** Shows what the summary of `latecomer show` says; each line leads to the view that shows it. */
export function Start({ report }: { report: Report }) {
  const facts = useMemo(() => factsOf(report), [report]);
  useEffect(() => summary.ask(["summary"], ([answer]) => readSummary(answer, report)), [report]);
  const found = summary.answer.value;
  const isOurs = report.attributes.get("Creator")?.startsWith("latecomer") === true;
  return (
    <div class="start">
      <RunFacts facts={facts} />
      <Warnings report={report} summary={found} />
      {summary.problem.value !== "" && (
        <p role="alert" class="message">
          {summary.problem.value}
        </p>
      )}
      {found !== null && (isOurs && !Number.isNaN(found.time) ? <Findings report={report} summary={found} run={facts.runSeconds} /> : <Metrics report={report} />)}
      {found !== null && isOurs && <Trust facts={facts} clocks={found.clocks} />}
    </div>
  );
}
