// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import type { ComponentChildren } from "preact";
import { bytes, count, countOf, percent, seconds } from "base/format";
import { locationName, type Report } from "model/report";
import { hashOf, routeOf, type Route } from "state/url";
import type { CallCounts, Cause, Common, Concerned, CostlySize, CriticalPart, Instance, OnePhase, Sampled, Summary, Wait } from "wire/summary";
import { ExplorerLink, PathLink } from "views/start/links";

const kConsiderable = 0.01; // Is the part of the whole from which on something has a line.
const kFewSamples = 10; // Is how few samples are, of which a percentage would say more than is known.

interface EntryProps {
  readonly value: number;
  readonly share: number;
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Is one of several entries, largest first. */
function Entry({ value, share, title, children }: EntryProps) {
  return (
    <li class="entry">
      <span class="number entry-value">
        {seconds(value)}
      </span>
      <span class="number entry-share">{percent(share)}</span>
      <div class="entry-text">
        <div class="entry-title">{title}</div>
        {children}
      </div>
    </li>
  );
}

/** Says what is not listed, if there is something. */
function Rest({ shown, count, rest, share }: { shown: number; count: number; rest: number; share: number }) {
  if (count <= shown) return null;
  return (
    <li class="entry faint">
      <span class="number entry-value">
        {seconds(Math.max(rest, 0))}
      </span>
      <span class="number entry-share">{percent(Math.max(share, 0))}</span>
      <div class="entry-text">in {countOf(count - shown, "smaller one")}</div>
    </li>
  );
}

interface OnRanksProps {
  readonly report: Report;
  readonly ranks: Concerned | null;
  readonly to: Partial<Route>;
}

function OnRanks({ report, ranks, to }: OnRanksProps) {
  if (ranks === null) return null;
  const worst = { ...to, part: { kind: "rank", position: ranks.worst } } as const;
  return (
    <div>
      on <ExplorerLink to={worst}>{ranks.text}</ExplorerLink>
      {ranks.count > 1 && `; most on rank ${report.ranks.rank[ranks.worst]}: ${seconds(ranks.seconds)}`}
      {ranks.thread !== null && `, thread ${report.locations.rank[ranks.thread.location]}: ${seconds(ranks.thread.seconds)}`}
    </div>
  );
}

function InPhase({ phase }: { phase: OnePhase | null }) {
  if (phase === null) return null;
  return (
    <div>
      {(100 * phase.share).toFixed(0)} % of it in {phase.name}, one of {count(phase.count)}
    </div>
  );
}

/** Returns "3,600 calls of 8 B". */
function callsText({ calls, bytes: mean, isToAllMembers }: CallCounts): string {
  const size = mean > 0 ? ` of ${bytes(mean)}${isToAllMembers ? " to all members" : ""}` : "";
  return `${count(calls)} ${calls === 1 ? "call" : "calls"}${size}`;
}

interface AboutProps {
  readonly report: Report;
  readonly of: { readonly path: number; readonly common: Common | null };
  readonly metric: string;
}

/** Names what a finding is about: what its call paths have in common, or its only one. */
export function About({ report, of, metric }: AboutProps) {
  if (of.common === null) return <PathLink report={report} path={of.path} metric={metric} />;
  return (
    <ExplorerLink to={{ metric, path: of.path }}>
      {of.common.name}
      {of.common.isWithCalls && " and what it calls"}
    </ExplorerLink>
  );
}

/** Says on how many call paths that is, and on which most. */
function OnPaths({ report, of, metric }: AboutProps) {
  if (of.common === null) return null;
  const functions = of.common.functions.map((each) => `${each.name} (${seconds(each.seconds)})`).join(", ");
  if (functions !== "")
    return (
      <div>
        on {countOf(of.common.paths, "call path")}; most in {functions}
      </div>
    );
  return (
    <div>
      on {countOf(of.common.paths, "call path")}; most, {seconds(of.common.largest)}, on <PathLink report={report} path={of.path} metric={metric} />
    </div>
  );
}

function SampledIn({ report, sampled, metric }: { report: Report; sampled: Sampled | null; metric: string }) {
  if (sampled === null) return null;
  const { samples } = sampled;
  const isFew = samples > 0 && samples < kFewSamples;
  const said = samples === 1 ? "its only sample is in" : isFew ? `most of its ${samples} samples are in` : `${(100 * sampled.share).toFixed(0)} % of it sampled in`;
  const callers = sampled.functions.slice(0, -1).map((path) => `${report.names.region(path)} →`).join(" ");
  return (
    <div>
      {said} {callers} <ExplorerLink to={{ metric, path: sampled.path }}>{report.names.node(sampled.path)}</ExplorerLink>
      {samples > 0 && !isFew && `, ± ${Math.ceil(100 * sampled.error)} % from ${countOf(samples, "sample")}`}
    </div>
  );
}

/** Shows a remedy. Where an entry before has the same one, that entry is named. */
function Remedy({ of, list }: { of: { readonly remedy: string }; list: readonly { readonly remedy: string }[] }) {
  if (of.remedy === "") return null;
  const first = list.findIndex((each) => each.remedy === of.remedy);
  return <div class="remedy">→ {list[first] === of ? of.remedy : `as ${first + 1}.`}</div>;
}

function WaitEntry({ report, wait, waits, time }: { report: Report; wait: Wait; waits: readonly Wait[]; time: number }) {
  const metric = report.metrics[wait.metric]!;
  return (
    <Entry
      value={wait.seconds}
      share={wait.seconds / time}
      title={<ExplorerLink to={{ metric: metric.id }}>{wait.name}</ExplorerLink>}
    >
      <div>
        at <About report={report} of={wait} metric={metric.id} />
      </div>
      <OnPaths report={report} of={wait} metric={metric.id} />
      <InPhase phase={wait.phase} />
      <OnRanks report={report} ranks={wait.ranks} to={{ metric: metric.id, path: wait.path }} />
      {wait.heldIn !== null && (
        <div>
          held most in <PathLink report={report} path={wait.heldIn.path} metric="time" /> ({percent(wait.heldIn.share)})
        </div>
      )}
      {wait.counts.calls > 0 && (
        <div>
          in {callsText(wait.counts)}, {seconds(wait.seconds / wait.counts.calls)} each
        </div>
      )}
      <Remedy of={wait} list={waits} />
    </Entry>
  );
}

export function Waits({ report, summary }: { report: Report; summary: Summary }) {
  const { time, waiting, waits } = summary;
  const rest = waits.largest.reduce((left, each) => left - each.seconds, waiting);
  return (
    <section class="block" aria-labelledby="waits-title">
      <h2 id="waits-title">
        Largest wait states <span class="faint">{percent(waiting / time)} of the time is waiting</span>
      </h2>
      <ol class="entries">
        {waits.largest.map((wait, i) => (
          <WaitEntry key={i} report={report} wait={wait} waits={waits.largest} time={time} />
        ))}
        <Rest shown={waits.largest.length} count={waits.count} rest={rest} share={rest / time} />
      </ol>
    </section>
  );
}

function CauseEntry({ report, cause, causes, waiting }: { report: Report; cause: Cause; causes: readonly Cause[]; waiting: number }) {
  return (
    <Entry
      value={cause.seconds}
      share={cause.seconds / waiting}
      title={<About report={report} of={cause} metric="delay" />}
    >
      <OnPaths report={report} of={cause} metric="delay" />
      <SampledIn report={report} sampled={cause.sampled} metric="delay" />
      {cause.offCore !== "" && <div>{cause.offCore}</div>}
      <InPhase phase={cause.phase} />
      <OnRanks report={report} ranks={cause.ranks} to={{ metric: "delay", path: cause.path }} />
      {cause.withoutCore >= kConsiderable * cause.seconds && <div>without a core for {seconds(cause.withoutCore)} of the time there</div>}
      {cause.felt
        .filter((each) => each.seconds >= 0.1 * cause.seconds)
        .slice(0, 2)
        .map((each, i) => (
          <div key={i}>
            makes {each.ranks} wait {seconds(each.seconds)} at{" "}
            <About report={report} of={each} metric={report.metrics[each.metric]!.id} /> ({report.metrics[each.metric]!.name})
          </div>
        ))}
      {cause.longTerm >= kConsiderable * cause.seconds && (
        <div>
          {seconds(cause.longTerm)} of it further on, through others that had to wait
        </div>
      )}
      {cause.gain !== null && (
        <div>
          the run gains {seconds(cause.gain.seconds)} if it is {cause.gain.isSpread ? "spread evenly" : "not there"}
        </div>
      )}
      <Remedy of={cause} list={causes} />
    </Entry>
  );
}

export function Causes({ report, summary }: { report: Report; summary: Summary }) {
  const { causes, waiting } = summary;
  if (causes === null || causes.count === 0) return null;
  const rest = causes.largest.reduce((left, each) => left - each.seconds, Math.min(causes.seconds, waiting));
  return (
    <section class="block" aria-labelledby="causes-title">
      <h2 id="causes-title">
        Who made them wait <span class="faint">all waiting, charged to what took longer elsewhere</span>
      </h2>
      <ol class="entries">
        {causes.largest.map((cause, i) => (
          <CauseEntry key={i} report={report} cause={cause} causes={causes.largest} waiting={waiting} />
        ))}
        <Rest shown={causes.largest.length} count={causes.count} rest={rest} share={rest / waiting} />
        {waiting - causes.seconds >= kConsiderable * waiting && (
          <Entry value={waiting - causes.seconds} share={1 - causes.seconds / waiting} title="charged to nothing: no work was found that it waited for" />
        )}
      </ol>
    </section>
  );
}

function PartEntry({ report, part, whole }: { report: Report; part: CriticalPart; whole: number }) {
  const isUneven = part.imbalance >= kConsiderable * whole;
  return (
    <Entry
      value={part.seconds}
      share={part.seconds / whole}
      title={<About report={report} of={part} metric="critical_path" />}
    >
      <OnPaths report={report} of={part} metric="critical_path" />
      <SampledIn report={report} sampled={part.sampled} metric="critical_path" />
      <OnRanks report={report} ranks={part.ranks} to={{ metric: "critical_path", path: part.path }} />
      {part.causes.length > 0 && <div>on {part.causes.map((each) => locationName(report, each)).join(", ")}</div>}
      {isUneven && (
        <div>
          <ExplorerLink to={{ metric: "critical_path_imbalance", path: part.path }}>
            {seconds(part.imbalance)}
          </ExplorerLink>{" "}
          of it beyond the mean of all threads
        </div>
      )}
      {isUneven && part.isComputation && <div class="remedy">→ Distribute this work evenly: the run gets shorter by up to that.</div>}
    </Entry>
  );
}

export function CriticalPath({ report, summary }: { report: Report; summary: Summary }) {
  const path = summary.criticalPath;
  if (path === null) return null;
  const rest = path.largest.reduce((left, each) => left - each.seconds, path.seconds);
  return (
    <section class="block" aria-labelledby="critical-title">
      <h2 id="critical-title">
        What decided how long it took <span class="faint">the critical path; only it shortens the run</span>
      </h2>
      <ol class="entries">
        {path.largest.map((part, i) => (
          <PartEntry key={i} report={report} part={part} whole={path.seconds} />
        ))}
        <Rest shown={path.largest.length} count={path.count} rest={rest} share={rest / path.seconds} />
      </ol>
    </section>
  );
}

function SizeEntry({ report, size, sizes, time }: { report: Report; size: CostlySize; sizes: readonly CostlySize[]; time: number }) {
  const { counts } = size;
  return (
    <Entry
      value={size.seconds}
      share={size.seconds / time}
      title={<About report={report} of={size} metric="mpi" />}
    >
      <OnPaths report={report} of={size} metric="mpi" />
      <div>
        {callsText(counts)}, {seconds(size.seconds / counts.calls)} each{size.areLarge && " without waiting"}
        {size.areLarge && !counts.isToAllMembers && `: ${bytes((counts.bytes * counts.calls) / size.seconds)}/s for each thread`}
      </div>
      <Remedy of={size} list={sizes} />
    </Entry>
  );
}

export function CallSizes({ report, summary }: { report: Report; summary: Summary }) {
  const sizes = summary.callSizes;
  if (sizes.length === 0) return null;
  return (
    <section class="block" aria-labelledby="sizes-title">
      <h2 id="sizes-title">
        Calls that take long by their size <span class="faint">many small ones, or large ones</span>
      </h2>
      <ol class="entries">
        {sizes.map((size, i) => (
          <SizeEntry key={i} report={report} size={size} sizes={sizes} time={summary.time} />
        ))}
      </ol>
    </section>
  );
}

/** Returns the time around a single wait, so that it is seen with what is before and after. */
function windowOf(instance: Instance): Partial<Route> {
  const margin = Math.max(0.5 * (instance.end - instance.begin), 1e-9);
  return { from: Math.max(instance.begin - margin, 0), to: instance.end + margin, location: instance.location };
}

export function Instances({ report, instances }: { report: Report; instances: readonly Instance[] }) {
  if (instances.length === 0) return null;
  const largest = [...instances].sort((a, b) => b.amount - a.amount).slice(0, 10);
  return (
    <section class="block" aria-labelledby="instances-title">
      <h2 id="instances-title">Longest single waits</h2>
      <table class="facts-table">
        <thead>
          <tr>
            <th scope="col" class="number">
              waited
            </th>
            <th scope="col" class="number">
              since
            </th>
            <th scope="col">who</th>
            <th scope="col">for</th>
            <th scope="col">kind and call path</th>
          </tr>
        </thead>
        <tbody>
          {largest.map((each, i) => (
            <tr key={i}>
              <td class="number">
                <a href={hashOf(routeOf("timeline", windowOf(each)))}>{seconds(each.amount)}</a>
              </td>
              <td class="number">{seconds(each.begin)}</td>
              <td>{locationName(report, each.location)}</td>
              <td>{each.causeLocation < 0 ? "–" : locationName(report, each.causeLocation)}</td>
              <td>
                <ExplorerLink to={{ metric: report.metrics[each.metric]!.id, path: each.path }}>
                  {report.metrics[each.metric]!.name}
                </ExplorerLink>{" "}
                in {report.names.node(each.path)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
