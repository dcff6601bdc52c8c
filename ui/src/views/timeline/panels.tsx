// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has what stands beside the rows: what is selected, and what led to it or came of it.

import type { ComponentChildren } from "preact";
import { countOf, percent } from "base/format";
import { depthsOf } from "layout/marks";
import { kNone, locationName, waitName } from "model/report";
import type { CauseChain, CauseNode, CausedWait, CausedWaits, DelayPart, Wait } from "model/timeline";
import { routeOf, hashOf } from "state/url";
import { reveal, showFlameChart } from "timeline/actions";
import { FactList } from "timeline/tooltip";
import { type Facts, Times, factsOfSelection } from "timeline/facts";
import type { Timeline } from "timeline/model";
import { WhatIf, isOfMpi } from "whatif/what_if";

const kMostListed = 200;
const kMostDelays = 10; ///< Is the most delays that are shown of a wait state.

/** Returns where the source of a call path is, as `write` writes a file and its line. */
function sourceOf(timeline: Timeline, path: number, write: (file: string, line: number) => string): string {
  const { callPaths, regions, names } = timeline.report;
  const region = callPaths.region[path]!;
  const site = names.shownSite(path);
  const call = callPaths.callLine[site]! > 0 ? `called at ${write(callPaths.callFile[site]!, callPaths.callLine[site]!)}` : "";
  const own = regions.beginLine[region]! > 0 ? write(regions.file[region]!, regions.beginLine[region]!) : "";
  return [own, call].filter((each) => each !== "").join(", ");
}

function Links({ timeline, facts }: { timeline: Timeline; facts: Facts }) {
  const { path, location } = facts;
  if (path === kNone) return null;
  const source = sourceOf(timeline, path, (file, line) => timeline.report.names.sourceOf(file, line));
  const inFull = sourceOf(timeline, path, (file, line) => `${file}:${line}`);
  return (
    <p class="tl-links">
      <a href={hashOf(routeOf("explorer", { path, part: { kind: "location", position: location } }))}>This call path in the explorer</a>
      <button type="button" class="tl-link" onClick={() => showFlameChart(timeline, location)}>
        Flame chart of {locationName(timeline.report, location)}
      </button>
      {source !== "" && (
        <span class="tl-source" title={inFull}>
          {source}
        </span>
      )}
    </p>
  );
}

/** Shows a wait state as something to click. */
function WaitLink({ timeline, wait, children }: { timeline: Timeline; wait: Wait; children: ComponentChildren }) {
  const select = () => {
    timeline.select({ kind: "wait", location: wait.location, wait: wait.wait });
    reveal(timeline, { from: wait.begin, to: wait.end, locations: [wait.location] });
  };
  return (
    <button type="button" class="tl-link" onClick={select}>
      {children}
    </button>
  );
}

function waitAndLocation(timeline: Timeline, wait: Wait): string {
  const { report } = timeline;
  return `${wait.metric === kNone ? "Wait state" : waitName(report, wait.metric)}, ${locationName(report, wait.location)}`;
}

/** Writes "g on rank 0: 2.25 s", and how much longer it took, where that is not the same. */
function delayText(timeline: Timeline, delay: DelayPart): string {
  const times = new Times(timeline);
  const { names } = timeline.report;
  const cost = times.exactly(delay.cost);
  const longer = times.exactly(delay.time);
  return `${names.node(delay.path)} on ${locationName(timeline.report, delay.location)}: ${cost}${cost === longer ? "" : `, of ${longer} that it took longer`}`;
}

function Delays({ timeline, node }: { timeline: Timeline; node: CauseNode }) {
  const delays = [...node.delays].sort((a, b) => b.cost - a.cost);
  return (
    <ul>
      {delays.slice(0, kMostDelays).map((delay, i) => (
        <li key={i}>
          <span class="tl-share">{percent(delay.cost / node.wait.amount)}</span>
          <span>{delayText(timeline, delay)}</span>
        </li>
      ))}
      {delays.length > kMostDelays && <li class="tl-note">and {countOf(delays.length - kMostDelays, "smaller one")}</li>}
    </ul>
  );
}

function ChainNode({ timeline, node, isFirst }: { timeline: Timeline; node: CauseNode; isFirst: boolean }) {
  const { report } = timeline;
  const times = new Times(timeline);
  const who = node.wait.cause === kNone ? "nobody who is known" : locationName(report, node.wait.cause);
  return (
    <>
      <p>
        {isFirst ? (
          <>
            It waited for <b>{who}</b>.
          </>
        ) : (
          <>
            <span class="tl-share">{times.exactly(node.cost)}</span>
            because <WaitLink timeline={timeline} wait={node.wait}>{waitAndLocation(timeline, node.wait)}</WaitLink> had waited {times.exactly(node.wait.amount)} itself, for {who}.
          </>
        )}
      </p>
      <Delays timeline={timeline} node={node} />
    </>
  );
}

function Causes({ timeline, chain }: { timeline: Timeline; chain: CauseChain }) {
  const times = new Times(timeline);
  const { wait } = chain.nodes[0]!;
  const depths = depthsOf(chain);
  return (
    <section class="tl-causes" aria-labelledby="tl-causes-title">
      <h3 id="tl-causes-title">What led to it</h3>
      <p class="tl-split">
        <span class="tl-bar" aria-hidden="true">
          <span style={{ width: `${(100 * wait.direct) / wait.amount}%` }} />
        </span>
        Direct {times.exactly(wait.direct)} ({percent(wait.direct / wait.amount)}), indirect {times.exactly(wait.amount - wait.direct)} ({percent(1 - wait.direct / wait.amount)})
      </p>
      <ol class="tl-chain">
        {chain.nodes.slice(0, kMostListed).map((node, i) => (
          <li key={i} style={{ marginLeft: `${Math.min(depths[i]!, 6) * 14}px` }}>
            <ChainNode timeline={timeline} node={node} isFirst={i === 0} />
          </li>
        ))}
      </ol>
      {(chain.isCut || chain.nodes.length > kMostListed) && <p class="tl-note">There are more wait states behind these.</p>}
    </section>
  );
}

/** Offers changes of what led to a wait state most. */
function WhatIfCause({ timeline, chain }: { timeline: Timeline; chain: CauseChain }) {
  const delays = chain.nodes.flatMap((node) => node.delays.filter(({ path }) => !isOfMpi(timeline.report, path)));
  const [largest] = delays.sort((a, b) => b.cost - a.cost);
  if (largest === undefined) return null;
  return <WhatIf report={timeline.report} path={largest.path} name={timeline.report.names.node(largest.path)} />;
}

function CausedRow({ timeline, caused, all }: { timeline: Timeline; caused: CausedWait; all: CausedWaits }) {
  const times = new Times(timeline);
  const through = caused.through === kNone ? null : all.waits[caused.through]!.wait;
  return (
    <tr>
      <td>
        <WaitLink timeline={timeline} wait={caused.wait}>
          {waitAndLocation(timeline, caused.wait)}
        </WaitLink>
      </td>
      <td class="tl-number">{times.exactly(caused.wait.amount)}</td>
      <td>{through === null ? "directly" : `through ${locationName(timeline.report, through.location)}`}</td>
    </tr>
  );
}

function Caused({ timeline, caused }: { timeline: Timeline; caused: CausedWaits }) {
  const times = new Times(timeline);
  const { waits, isCut } = caused;
  if (waits.length === 0) return <p class="tl-note">It made nobody wait.</p>;
  const sum = waits.reduce((all, { wait }) => all + wait.amount, 0);
  const direct = waits.filter(({ through }) => through === kNone).length;
  return (
    <section aria-labelledby="tl-caused-title">
      <h3 id="tl-caused-title">What it took part in causing</h3>
      <p>
        {countOf(waits.length, "wait state")} of {times.exactly(sum)} in all, {direct} directly{isCut ? "; there are more" : ""}.
      </p>
      <table class="tl-table">
        <thead>
          <tr>
            <th scope="col">Wait state</th>
            <th scope="col" class="tl-number">
              Waited
            </th>
            <th scope="col">How</th>
          </tr>
        </thead>
        <tbody>
          {waits.slice(0, kMostListed).map((each, i) => (
            <CausedRow key={i} timeline={timeline} caused={each} all={caused} />
          ))}
        </tbody>
      </table>
      {waits.length > kMostListed && <p class="tl-note">These are the first {kMostListed}.</p>}
    </section>
  );
}

export function SelectionPanel({ timeline }: { timeline: Timeline }) {
  const selected = timeline.selection.value;
  if (selected === null)
    return (
      <p class="tl-note">
        Click a wait state to see what led to it, or a call to see what it made wait. The wheel zooms, dragging chooses a range, and <kbd>?</kbd> lists the keys.
      </p>
    );
  const facts = factsOfSelection(timeline, selected);
  const problem = timeline.chain.problem.value || timeline.caused.problem.value;
  const chain = timeline.chain.value.value;
  const caused = timeline.caused.value.value;
  if (problem !== "") return <p role="alert">{problem}</p>;
  if (facts === null) return <p class="tl-note">{selected.kind === "wait" ? "…" : "It is not in what is shown."}</p>;
  return (
    <>
      <h2>{facts.title}</h2>
      <FactList facts={facts} />
      <Links timeline={timeline} facts={facts} />
      {selected.kind === "wait" && chain !== null && <Causes timeline={timeline} chain={chain} />}
      {selected.kind === "wait" && chain !== null && <WhatIfCause timeline={timeline} chain={chain} />}
      {selected.kind === "call" && facts.path !== kNone && <WhatIf report={timeline.report} path={facts.path} />}
      {selected.kind === "call" && caused !== null && <Caused timeline={timeline} caused={caused} />}
    </>
  );
}
