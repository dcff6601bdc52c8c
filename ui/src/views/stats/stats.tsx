// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Report } from "model/report";
import { timesOf } from "model/stats";
import type { Run } from "model/timeline";
import { CoursePage } from "views/stats/course";
import { FlamePage } from "views/stats/flame";
import { Header } from "views/stats/header";
import { MessagesPage } from "views/stats/messages";
import { type Page, type StatsModel, statsOf } from "views/stats/model";
import { Exactness, FunctionsPage, PathsPage, StatesPage } from "views/stats/time";
import { useKeys } from "widgets/keys";
import { Tabs } from "widgets/tabs";
import "views/stats/stats.css";

const kTabs: readonly (readonly [Page, string])[] = [
  ["states", "States"],
  ["functions", "Functions"],
  ["paths", "Call paths"],
  ["flame", "Flame graph"],
  ["course", "Over time"],
  ["messages", "Messages"],
];

function Shown({ model }: { model: StatsModel }) {
  const bins = model.bins.value.value;
  const times = model.times.value;
  if (model.problem !== "")
    return (
      <p class="message" role="alert">
        {model.problem}
      </p>
    );
  if (bins === null || times === null) return <p class="message">Adding up …</p>;
  if (model.page.value === "messages") return <MessagesPage model={model} />;
  if (bins.threads === 0) return <p class="message">This part of the system has no threads.</p>;
  if (times.all === 0) return <p class="message">Nothing was recorded of this part of the system in this window.</p>;
  const props = { model, bins, times };
  return (
    <>
      {model.page.value === "states" && <StatesPage {...props} />}
      {model.page.value === "functions" && <FunctionsPage {...props} />}
      {model.page.value === "paths" && <PathsPage {...props} />}
      {model.page.value === "flame" && <FlamePage {...props} />}
      {model.page.value === "course" && <CoursePage {...props} />}
      <Exactness {...props} times={model.page.value === "course" ? timesOf(bins) : times} />
    </>
  );
}

const kNothing = () => undefined; // These keys belong to what has the focus.

const kKeys = [
  { key: "/", does: "find a function", action: () => document.querySelector<HTMLElement>(".st input[type=search]")?.focus() },
  { key: "← → PageUp PageDown", does: "in a chart: the part before or after, or further away", action: kNothing },
  { key: "← ↑ ↓ →", does: "in the matrix: another pair; in the flame graph: callers, callees and neighbours", action: kNothing },
  { key: "Enter Space", does: "in the flame graph: zoom in; Enter in the matrix: the receiver on the timeline", action: kNothing },
  { key: "Escape Backspace", does: "in the flame graph: zoom out", action: kNothing },
];

/** Says, in a sentence, why there is nothing to see; empty: there is something. */
function reasonOf(model: StatsModel, run: Run): string {
  if (model.report.locations.size === 0) return "The report has no locations, so there are no statistics.";
  if (run.length === 0) return `There are no statistics of windows${run.problem === "" ? ": nothing was recorded." : `: ${run.problem}`}`;
  return "";
}

/** Shows sums over a window of time and a part of the system. */
export function Statistics({ report }: { report: Report }) {
  const model = statsOf(report);
  useEffect(() => effect(() => model.ask()), [model]);
  useKeys(kKeys);
  const run = model.run.value;
  if (run === null)
    return model.runProblem.value === "" ? (
      <p class="message">Reading what was recorded …</p>
    ) : (
      <p class="message" role="alert">
        {model.runProblem.value}
      </p>
    );
  const reason = reasonOf(model, run);
  if (reason !== "") return <p class="message">{reason}</p>;
  return (
    <div class="st">
      <Header model={model} run={run} />
      <Tabs id="st" label="Statistics" tabs={kTabs} shown={model.page.value} onShow={(page) => model.show(page)}>
        <div class="st-content" tabIndex={0}>
          <Shown model={model} />
        </div>
      </Tabs>
    </div>
  );
}
