// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file shows what `latecomer compare` says, each line with a link to where it is seen.

import type { ComponentChildren } from "preact";
import { countOf, exactly, inUnit, seconds } from "base/format";
import { type Compared, countRows, sharesCalls } from "model/aligned";
import { factsOf } from "model/facts";
import type { Report } from "model/report";
import { predictedIf, reportFile, secondFile, sideNames } from "state/report";
import { type Route, hashOf, routeOf } from "state/url";
import { DifferenceHeads, DivergingGauge, arrowOf, changeText, signed } from "views/compare/columns";
import type { CompareModel } from "views/compare/model";
import type { Comparison, MetricDifference, PathDifference } from "wire/comparison";

const kMetrics = 12; ///< Is the most metrics in a table.
const kLargest = 8;

/** Links to the trees. */
function Link({ to, children }: { to: Partial<Route>; children: ComponentChildren }) {
  return <a href={hashOf(routeOf("compare", { compare: "trees", sort: "difference", ...to }))}>{children}</a>;
}

interface Line {
  readonly key: string;
  readonly values: Compared;
  readonly unit: string;
  readonly what: ComponentChildren;
}

/** Has values and how they differ, the largest difference in front. */
function Differences({ lines, left }: { lines: readonly Line[]; left: number }) {
  const largest = new Map<string, number>();
  for (const { unit, values } of lines) largest.set(unit, Math.max(largest.get(unit) ?? 0, Math.abs(values.difference)));
  return (
    <>
      <table class="facts-table differences">
        <thead>
          <tr>
            <DifferenceHeads />
            <td />
            <th scope="col">where</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, values, unit, what }) => (
            <tr key={key}>
              <td class="number" title={exactly(values.base, unit)}>
                {inUnit(values.base, unit)}
              </td>
              <td class="number" title={exactly(values.other, unit)}>
                {inUnit(values.other, unit)}
              </td>
              <td class={`number difference ${values.difference > 0 ? "more" : "less"}`} title={exactly(values.difference, unit)}>
                <span class="arrow">{arrowOf(values.difference)}</span>
                {signed(inUnit(values.difference, unit), values.difference)}
              </td>
              <td class="number">{changeText(values)}</td>
              <td>
                <DivergingGauge share={values.difference / (largest.get(unit) || 1)} />
              </td>
              <td class="where">{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p class="faint">{countOf(left, "smaller difference")} more, in the trees.</p>}
    </>
  );
}

function Block({ id, title, remark, children }: { id: string; title: string; remark: string; children: ComponentChildren }) {
  return (
    <section class="block" aria-labelledby={id}>
      <h2 id={id}>
        {title} <span class="faint">{remark}</span>
      </h2>
      {children}
    </section>
  );
}

/** Returns the metrics that differ, by unit and then by size. */
export function metricsInOrder(comparison: Comparison): MetricDifference[] {
  const units = [...new Set(comparison.metrics.map(({ unit }) => unit))];
  const differing = comparison.metrics.filter(({ difference }) => difference !== 0 && Number.isFinite(difference));
  return differing.sort((a, b) => units.indexOf(a.unit) - units.indexOf(b.unit) || Math.abs(b.difference) - Math.abs(a.difference));
}

class Lines {
  private readonly rowByName = new Map<string, number>();

  constructor(
    private readonly model: CompareModel,
    private readonly comparison: Comparison,
  ) {
    for (let row = model.aligned.paths.tree.size - 1; row >= 0; --row) this.rowByName.set(model.pathName(row), row);
  }

  private pathLink(metric: string, path: string): ComponentChildren {
    const row = this.rowByName.get(path);
    return row === undefined ? path : <Link to={{ metric, ...this.model.selectionOfPath(row) }}>{path}</Link>;
  }

  ofMetric(metric: MetricDifference): Line {
    return {
      key: metric.id,
      values: metric,
      unit: metric.unit,
      what: (
        <>
          <Link to={{ metric: metric.id }}>{metric.name === "" ? metric.id : metric.name}</Link> <span class="faint id">{metric.id}</span>
        </>
      ),
    };
  }

  /** Returns where a metric differs. */
  pathsOf(id: string): PathDifference[] {
    const metric = this.comparison.metrics.findIndex((each) => each.id === id);
    return this.comparison.paths.filter((each) => each.metric === metric && each.difference !== 0);
  }

  ofPath(id: string, difference: PathDifference): Line {
    return { key: difference.path, values: difference, unit: this.comparison.metrics[difference.metric]!.unit, what: this.pathLink(id, difference.path) };
  }

  ofWait(metric: MetricDifference): Line {
    const line = this.ofMetric(metric);
    const [largest] = this.pathsOf(metric.id);
    if (largest === undefined) return line;
    return {
      ...line,
      what: (
        <>
          {line.what}
          <div>
            most of it at {this.pathLink(metric.id, largest.path)}: {signed(inUnit(largest.difference, metric.unit), largest.difference)}
          </div>
        </>
      ),
    };
  }
}

function PathBlock({ id, title, remark, metric, lines }: { id: string; title: string; remark: string; metric: string; lines: Lines }) {
  const found = lines.pathsOf(metric);
  if (found.length === 0) return null;
  return (
    <Block id={id} title={title} remark={remark}>
      <Differences lines={found.slice(0, kLargest).map((each) => lines.ofPath(metric, each))} left={found.length - kLargest} />
    </Block>
  );
}

function Side({ name, file, report }: { name: string; file: string; report: Report }) {
  const { ranks, threads, runSeconds } = factsOf(report);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="file">
        <bdi>{file}</bdi>
      </td>
      <td class="number">{countOf(ranks, "rank")}</td>
      <td class="number">{countOf(threads, "thread")}</td>
      <td class="number">{Number.isNaN(runSeconds) ? "" : `ran ${seconds(runSeconds)}`}</td>
    </tr>
  );
}

/** Returns what makes the reports hard to compare. */
function warningsOf({ base, other, aligned }: CompareModel, comparison: Comparison): string[] {
  const warnings: string[] = [];
  const [a, b] = [factsOf(base), factsOf(other)];
  if (comparison.metrics.length === 0) warnings.push("The reports have no metric in common.");
  if (!sharesCalls(aligned.paths, base.callPaths, other.callPaths)) warnings.push("The reports are of different programs: no call path is in both.");
  if (a.threads !== b.threads) warnings.push(`The runs had ${countOf(a.threads, "thread")} and ${countOf(b.threads, "thread")}, whose times are added up: with more of them there is more time.`);
  if (comparison.notCompared.length > 0) warnings.push(`Not in both reports, or in other units, and not compared: ${comparison.notCompared.join(", ")}.`);
  return warnings;
}

function callsText({ aligned }: CompareModel): string {
  const { both, base, other } = countRows(aligned.paths);
  const only = (count: number, where: string) => (count === 0 ? [] : [`${count.toLocaleString("en-US")} only in the ${where}`]);
  return [`${countOf(both, "call path")} in both`, ...only(base, "base"), ...only(other, "other")].join(", ");
}

function Headline({ comparison }: { comparison: Comparison }) {
  const time = comparison.metrics.find(({ id }) => id === "time");
  if (time === undefined) return null;
  const { difference, base, other } = time;
  const text = (value: number) => seconds(Math.abs(value));
  return (
    <p class="headline">
      {difference === 0 ? (
        `All threads together spent the same time: ${text(base)}`
      ) : (
        <>
          All threads together spent{" "}
          <strong class={difference > 0 ? "more" : "less"}>
            {arrowOf(difference)} {text(difference)} {difference > 0 ? "more" : "less"}
          </strong>{" "}
          in the {predictedIf.value === "" ? "other" : "predicted"} run: {text(other)} after {text(base)} ({changeText(time)})
        </>
      )}
    </p>
  );
}

export function CompareSummary({ model, comparison }: { model: CompareModel; comparison: Comparison }) {
  const lines = new Lines(model, comparison);
  const metrics = metricsInOrder(comparison);
  const waits = metrics.filter(({ isWait }) => isWait);
  const isSame = metrics.length === 0 && comparison.paths.every(({ difference }) => difference === 0);
  return (
    <div class="compare-summary">
      <table class="facts-table sides">
        <tbody>
          <Side name={sideNames().base} file={reportFile.value} report={model.base} />
          <Side name={sideNames().other} file={predictedIf.value === "" ? secondFile.value : `if ${predictedIf.value}`} report={model.other} />
        </tbody>
      </table>
      <p class="faint">{callsText(model)}</p>
      {warningsOf(model, comparison).map((each) => (
        <p key={each} class="warning-box">
          {each}
        </p>
      ))}
      <Headline comparison={comparison} />
      {isSame ? (
        <p role="status">There is no difference.</p>
      ) : (
        <>
          <div class="side-by-side">
            <Block id="cmp-metrics" title="What differs" remark="metrics, over the whole run">
              <Differences lines={metrics.slice(0, kMetrics).map((each) => lines.ofMetric(each))} left={metrics.length - kMetrics} />
            </Block>
            <PathBlock id="cmp-paths" title="Where time differs" remark="call paths, without what they call" metric="time" lines={lines} />
          </div>
          <div class="side-by-side">
            {waits.length > 0 && (
              <Block id="cmp-waits" title="Wait states" remark="waiting of each kind">
                <Differences lines={waits.slice(0, kLargest).map((each) => lines.ofWait(each))} left={waits.length - kLargest} />
              </Block>
            )}
            <PathBlock id="cmp-causes" title="Causes" remark="what made others wait longer, or less long" metric="delay" lines={lines} />
          </div>
          <p class="faint" hidden={predictedIf.value !== ""}>
            These are one run each, whose spread is not known: small differences may be noise. <code>latecomer compare A1 A2 A3 --with B1 B2 B3</code> tells them apart.
          </p>
        </>
      )}
    </div>
  );
}
