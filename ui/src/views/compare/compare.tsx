// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { useEffect } from "preact/hooks";
import type { Report } from "model/report";
import { go, route } from "state/route";
import { Question } from "state/question";
import { secondReport } from "state/report";
import { CompareModel } from "views/compare/model";
import { TimelinePair } from "views/compare/pair";
import { CompareSummary } from "views/compare/summary";
import { Timelines } from "views/compare/timelines";
import { Trees } from "views/compare/trees";
import { Tabs } from "widgets/tabs";
import { readAligned } from "wire/aligned";
import { type Comparison, readComparison } from "wire/comparison";
import "views/compare/compare.css";

const kPaths = 1000; ///< Is the most call paths of each metric.

const model = new Question<CompareModel>();
const comparison = new Question<Comparison>();

let pair: TimelinePair | null = null;

/** Returns the timelines of the reports; they stay while other views are shown. */
function pairOf(base: Report, other: Report): TimelinePair {
  if (pair?.base.report !== base || pair.other.report !== other) pair = new TimelinePair(base, other);
  return pair;
}

const kParts = [
  ["summary", "Summary"],
  ["trees", "Metrics and calls"],
  ["timelines", "Timelines"],
] as const;
type PartName = (typeof kParts)[number][0];

function shownPart(): PartName {
  return route.value.compare ?? "summary";
}

function show(part: PartName): void {
  go({ compare: part === "summary" ? null : part });
}

function Problem({ text }: { text: string }) {
  return (
    <p class="message" role="alert">
      {text}
    </p>
  );
}

function Summary() {
  const found = comparison.answer.value;
  if (comparison.problem.value !== "") return <Problem text={comparison.problem.value} />;
  if (found === null) return <p class="message">Comparing …</p>;
  return <CompareSummary model={model.answer.value!} comparison={found} />;
}

/** Shows two reports: what differs, and their trees side by side. */
export function Compare({ report }: { report: Report }) {
  const second = secondReport.value!;
  useEffect(() => model.ask(["aligned"], ([answer]) => new CompareModel(report, second, readAligned(answer, report, second))), [report, second]);
  const found = model.answer.value;
  const part = shownPart();
  useEffect(() => found?.follow(), [found]);
  useEffect(() => {
    if (part === "summary") comparison.ask([`compare?limit=${kPaths}`], ([answer]) => readComparison(answer));
  }, [part]);
  if (model.problem.value !== "") return <Problem text={model.problem.value} />;
  if (found === null) return <p class="message">Bringing the reports together …</p>;
  return (
    <div class="compare">
      <Tabs id="compare" label="Comparison" tabs={kParts} shown={part} onShow={show}>
        {part === "summary" && <Summary />}
        {part === "trees" && <Trees model={found} />}
        {part === "timelines" && <Timelines pair={pairOf(report, second)} />}
      </Tabs>
    </div>
  );
}
