// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { useEffect, useMemo } from "preact/hooks";
import { factsOf } from "model/facts";
import type { Report } from "model/report";
import { Question } from "state/question";
import { type Summary, readSummary } from "wire/summary";
import { Causes, CriticalPath, Instances, Waits } from "views/start/entries";
import { ExplorerLink } from "views/start/links";
import { RunFacts, Trust, Warnings } from "views/start/run";
import { EfficiencyTable, TimeTable } from "views/start/time";
import "views/start/start.css";

const summary = new Question<Summary>();

function Findings({ report, summary }: { report: Report; summary: Summary }) {
  if (Number.isNaN(summary.time))
    return (
      <p>
        The report has no metric “time”, so there is nothing to sum up. The <ExplorerLink to={{}}>explorer</ExplorerLink> shows what it has.
      </p>
    );
  if (summary.time === 0) return <p>Nothing was recorded that took time.</p>;
  return (
    <>
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
        <CriticalPath report={report} summary={summary} />
        <Instances report={report} instances={summary.instances} />
      </div>
    </>
  );
}

/** What the summary of `latecomer show` says; each line leads to the place that shows it. */
export function Start({ report }: { report: Report }) {
  const facts = useMemo(() => factsOf(report), [report]);
  useEffect(() => summary.ask(["summary"], ([answer]) => readSummary(answer, report)), [report]);
  const found = summary.answer.value;
  const isOurs = report.attributes.get("Creator")?.startsWith("latecomer") === true;
  return (
    <div class="start">
      <RunFacts facts={facts} />
      <Warnings facts={facts} clocks={found?.clocks ?? null} notes={report.notes} time={found?.time ?? NaN} />
      {summary.problem.value !== "" && (
        <p role="alert" class="message">
          {summary.problem.value}
        </p>
      )}
      {found !== null && <Findings report={report} summary={found} />}
      {found !== null && isOurs && <Trust facts={facts} clocks={found.clocks} />}
    </div>
  );
}
