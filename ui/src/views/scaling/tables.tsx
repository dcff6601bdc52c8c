// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has the tables of `latecomer scaling`: a column for each run, or for each larger one.

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { count, percent, seconds } from "base/format";
import { shortFiles } from "model/path_names";
import { findMetric, kNone, type Report } from "model/report";
import { type EfficiencyName, type Scaling, hasThreads, knownEfficiencies } from "model/scaling";
import { hashOf, routeOf } from "state/url";
import { fittedRatio, fittedSpeedUp, speedUpText } from "views/scaling/numbers";

interface TableProps {
  readonly scaling: Scaling;
}

interface Sized {
  readonly ranks: number;
  readonly threads: number;
}

/** Is a table that is scrolled where it is too wide. */
function Wide({ label, head, children }: { label: string; head: ComponentChildren; children: ComponentChildren }) {
  return (
    <div class="sc-wide" tabIndex={0} role="region" aria-label={label}>
      <table class="facts-table">
        <caption class="only-heard">{label}</caption>
        <thead>{head}</thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Row({ name, depth = 0, texts }: { name: ComponentChildren; depth?: number; texts: readonly ComponentChildren[] }) {
  return (
    <tr>
      <th scope="row" style={{ paddingLeft: `${16 * depth}px` }}>
        {name}
      </th>
      {texts.map((text, i) => (
        <td key={i} class="number">
          {text}
        </td>
      ))}
    </tr>
  );
}

/** Has how large each column's run is. */
function SizeRows({ scaling, columns }: TableProps & { columns: readonly Sized[] }) {
  const row = (name: string, of: (each: Sized) => number) => (
    <tr>
      <th scope="row">{name}</th>
      {columns.map((each, i) => (
        <th key={i} scope="col" class="number">
          {count(of(each))}
        </th>
      ))}
    </tr>
  );
  return (
    <>
      {row("Ranks", ({ ranks }) => ranks)}
      {hasThreads(scaling) && row("Threads", ({ threads }) => threads)}
    </>
  );
}

/** Returns what distinguishes the names of runs, which may be paths to their reports. */
function shortNames(names: readonly string[]): string[] {
  const runs = names.map((name) => name.replace(/(?<=[^/])\/+(report\.cubex)?$/, ""));
  const short = shortFiles(runs);
  return runs.map((run) => short.get(run)!);
}

export function Runs({ scaling }: TableProps) {
  const { runs, isWeak } = scaling;
  const names = shortNames(runs.map(({ name }) => name));
  return (
    <Wide label="Runs and their efficiencies" head={<SizeRows scaling={scaling} columns={runs} />}>
      <tr>
        <th scope="row">Run</th>
        {runs.map(({ name }, i) => (
          <td key={i} class="number sc-run" title={name}>
            <bdi>{names[i]}</bdi>
          </td>
        ))}
      </tr>
      <Row name="Run length" texts={runs.map((run) => seconds(run.seconds))} />
      <Row name={isWeak ? "Scaled speed-up" : "Speed-up"} texts={runs.map(({ speedUp }) => speedUpText(speedUp))} />
      <Row name="Ideal speed-up" texts={runs.map(({ idealSpeedUp }) => speedUpText(idealSpeedUp))} />
      <Row name={isWeak ? "Scaled efficiency" : "Speed-up / ideal"} texts={runs.map(({ speedUp, idealSpeedUp }) => percent(speedUp / idealSpeedUp))} />
      {knownEfficiencies(scaling).map(({ key, name, depth }) => (
        <Row key={key} name={name} depth={depth} texts={runs.map(({ efficiencies }) => percent(efficiencies.get(key) ?? NaN))} />
      ))}
    </Wide>
  );
}

/** Returns the call paths of the report with these names. */
function pathsNamed(report: Report, names: readonly string[]): Map<string, number> {
  const wanted = new Set(names);
  const found = new Map<string, number>();
  for (let path = 0; path < report.callPaths.size && found.size < wanted.size; ++path) {
    const name = report.names.path(path);
    if (wanted.has(name) && !found.has(name)) found.set(name, path);
  }
  return found;
}

/** Has parts of all time, and below each the seconds. */
function SecondsRow({ name, parts, times }: { name: ComponentChildren; parts: readonly number[]; times: readonly number[] }) {
  const cells = times.map((time, i) =>
    time > 0 ? (
      <>
        {percent(parts[i]!)}
        <br />
        <span class="faint">{seconds(time)}</span>
      </>
    ) : (
      "–"
    ),
  );
  return <Row name={name} texts={cells} />;
}

export function Causes({ scaling, report }: TableProps & { report: Report }) {
  const { runs, causes } = scaling;
  const paths = useMemo(() => pathsNamed(report, causes.filter(({ withCalls }) => !withCalls).map(({ name }) => name)), [report, causes]);
  const hasCosts = findMetric(report, "delay") !== kNone;
  if (runs.every(({ waiting }) => waiting === 0)) return <p>No thread ever waited for another one.</p>;
  const linked = (name: string) => {
    const path = paths.get(name);
    return path === undefined || !hasCosts ? name : <a href={hashOf(routeOf("explorer", { metric: "delay", path }))}>{name}</a>;
  };
  return (
    <Wide label="Who made others wait" head={<SizeRows scaling={scaling} columns={runs} />}>
      <SecondsRow name="All waiting" parts={runs.map(({ waiting, time }) => waiting / time)} times={runs.map(({ waiting }) => waiting)} />
      {causes.map(({ name, withCalls, seconds: times, shares }, i) => (
        <SecondsRow
          key={i}
          name={
            <>
              {i + 1}. {linked(name)}
              {withCalls && " and what it calls"}
            </>
          }
          parts={shares}
          times={times}
        />
      ))}
    </Wide>
  );
}

function nameOf(efficiencies: readonly EfficiencyName[], key: string): string {
  return efficiencies.find((each) => each.key === key)?.name ?? key;
}

function Fits({ scaling }: TableProps) {
  const head = (
    <tr>
      <th scope="col">Fit</th>
      <th scope="col" class="number">
        E<sub>0</sub>
      </th>
      <th scope="col" class="number">
        1 − f
      </th>
      <th scope="col" class="number">
        off by at most
      </th>
    </tr>
  );
  return (
    <Wide label="Fits" head={head}>
      {scaling.fits.map(({ efficiency, single, f, largestResidual }) => (
        <Row key={efficiency} name={nameOf(scaling.efficiencies, efficiency)} texts={[percent(single), String(Number((1 - f).toPrecision(3))), percent(largestResidual)]} />
      ))}
    </Wide>
  );
}

/** Shows what larger runs would have, and how far that can be believed. */
export function LargerRuns({ scaling }: TableProps) {
  const { predictions, isWeak, efficiencies, extrapolation } = scaling;
  if (predictions.length === 0) return <p>{extrapolation}</p>;
  const fitted = efficiencies.filter(({ key }) => predictions[0]!.fitted.efficiencies.has(key));
  return (
    <>
      <div class="sc-beside">
        <Wide label="Larger runs" head={<SizeRows scaling={scaling} columns={predictions} />}>
          <Row name={isWeak ? "Scaled speed-up" : "Speed-up"} texts={predictions.map((each) => fittedSpeedUp(each.fitted.speedUp))} />
          <Row name="Ideal speed-up" texts={predictions.map(({ idealSpeedUp }) => speedUpText(idealSpeedUp))} />
          {fitted.map(({ key, name, depth }) => (
            <Row key={key} name={name} depth={depth} texts={predictions.map((each) => fittedRatio(each.fitted.efficiencies.get(key)!))} />
          ))}
        </Wide>
        <div>
          <p>
            Each factor is fitted by E<sub>0</sub> / (f + (1 − f) n) for n {hasThreads(scaling) ? "threads" : "ranks"}; the other efficiencies are products of these.
          </p>
          <Fits scaling={scaling} />
        </div>
      </div>
      <p>{extrapolation}</p>
    </>
  );
}
