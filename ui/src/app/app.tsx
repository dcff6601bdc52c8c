// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { useEffect } from "preact/hooks";
import { Help, isHelpOpen } from "app/help";
import { type View, allViews } from "app/views";
import type { Report } from "model/report";
import { go, route } from "state/route";
import { predictedIf, report, reportFile, reportProblem } from "state/report";
import { shownPrediction } from "state/session";
import { type ThemeChoice, chooseTheme, themeChoice } from "state/theme";
import { hashOf, pageOf, routeOf } from "state/url";
import { useKeys } from "widgets/keys";

function nameOf(report: Report): string {
  return report.attributes.get("latecomer.trace") ?? reportFile.value;
}

function Tab({ view, isShown }: { view: View; isShown: boolean }) {
  return (
    <a class="tab" href={hashOf({ ...route.value, view: view.name })} aria-current={isShown ? "page" : undefined}>
      {view.title}
    </a>
  );
}

function ThemeSelect() {
  return (
    <label class="theme-choice">
      Theme
      <select value={themeChoice.value} onChange={(event) => chooseTheme(event.currentTarget.value as ThemeChoice)}>
        <option value="system">as the system</option>
        <option value="light">light</option>
        <option value="dark">dark</option>
      </select>
    </label>
  );
}

/** Says that the page is about a prediction, and leads back. */
function PredictionNote() {
  if (shownPrediction() === 0) return null;
  const what = predictedIf.value;
  return (
    <aside class="prediction-note" aria-label="Prediction">
      {what === "" ? "Prediction" : `Predicted, if ${what}`} – <a href={pageOf(0, routeOf("explorer"))}>back to the recorded run</a>
    </aside>
  );
}

function Bar({ shown }: { shown: View }) {
  const name = report.value === null ? "" : nameOf(report.value);
  return (
    <header class="bar">
      <h1 class="product">latecomer</h1>
      <nav class="tabs" aria-label="Views">
        {allViews().map((view) => (
          <Tab key={view.name} view={view} isShown={view === shown} />
        ))}
      </nav>
      <span class="report-name" title={name}>
        <bdi>{name}</bdi>
      </span>
      <ThemeSelect />
      <button type="button" onClick={() => (isHelpOpen.value = true)}>
        Keys
      </button>
    </header>
  );
}

function Content({ shown }: { shown: View }) {
  if (reportProblem.value !== "")
    return (
      <p class="message" role="alert">
        {reportProblem.value}
      </p>
    );
  if (report.value === null) return <p class="message">Reading the report …</p>;
  return <shown.component report={report.value} />;
}

function ViewKeys() {
  useKeys(allViews().map((view, i) => ({ key: String(i + 1), does: view.title, action: () => go({ view: view.name }) })));
  return null;
}

export function App() {
  const shown = allViews().find((each) => each.name === route.value.view) ?? allViews()[0]!;
  useKeys([{ key: "?", does: "these keys", action: () => (isHelpOpen.value = true) }]);
  useEffect(() => {
    document.title = report.value === null ? "latecomer" : `${shown.title} – ${nameOf(report.value)} – latecomer`;
  });
  return (
    <>
      <ViewKeys key={allViews().length} />
      <Bar shown={shown} />
      <PredictionNote />
      <main class="view">
        <Content shown={shown} />
      </main>
      <Help />
    </>
  );
}
