// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { countOf, seconds } from "base/format";
import { type Facts, type Oddity } from "model/facts";
import type { Report } from "model/report";
import { PathLink } from "views/start/links";
import type { Caution, Clocks, Summary } from "wire/summary";

function Warning({ title, children }: { title: string; children: preact.ComponentChildren }) {
  return (
    <div class="warning-box">
      <strong>{title}</strong> {children}
    </div>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line, i) => (
        <li key={i}>{line}</li>
      ))}
    </ul>
  );
}

/** Says how large the run was. */
export function RunFacts({ facts }: { facts: Facts }) {
  const size = [countOf(facts.ranks, "rank"), countOf(facts.threads, "thread")];
  if (facts.streams > 0) size.push(countOf(facts.streams, "accelerator stream"));
  if (Number.isFinite(facts.runSeconds)) size.push(seconds(facts.runSeconds));
  return (
    <p class="run-facts">
      <span class="run-size">{size.join(", ")}</span>
      {facts.trace !== "" && <span class="run-trace">{facts.trace}</span>}
    </p>
  );
}

function CautionBox({ report, caution }: { report: Report; caution: Caution }) {
  return (
    <Warning title={caution.title.replace(/\.?$/, ".")}>
      {caution.text}
      {caution.lines.length > 0 && <Lines lines={caution.lines} />}
      {caution.times.length > 0 && (
        <ul>
          {caution.times.map((each) => (
            <li key={each.path}>
              {seconds(each.seconds)} at <PathLink report={report} path={each.path} metric="time" />
              {each.remark}
            </li>
          ))}
        </ul>
      )}
    </Warning>
  );
}

/** Says what has to be known before any number is believed. */
export function Warnings({ report, summary }: { report: Report; summary: Summary | null }) {
  const clocks = summary?.clocks ?? null;
  return (
    <>
      {summary?.cautions.map((caution, i) => <CautionBox key={i} report={report} caution={caution} />)}
      {clocks !== null && clocks.found > 0 && (clocks.left > 0 || !clocks.isCorrected) && (
        <Warning title="Clocks.">They contradict each other, so waiting times are unreliable: see below.</Warning>
      )}
      {report.notes.length > 0 && (
        <Warning title="Not shown.">
          <Lines lines={report.notes} />
        </Warning>
      )}
    </>
  );
}

function clockText(clocks: Clocks): string {
  if (clocks.found === 0) {
    if (clocks.checked > 0) return `No contradictions: none of ${countOf(clocks.checked, "effect")} is before its cause.`;
    return clocks.isOnePerNode ? "All times were recorded by one clock on each node." : "There is nothing by which they could be compared.";
  }
  const found = `${countOf(clocks.found, "event was", "events were")} recorded earlier than what they depend on.`;
  if (!clocks.isCorrected) return `${found} Nothing was done about that: waiting times, delays and the critical path are unreliable.`;
  const moved = `Times were corrected by at most ${seconds(clocks.largestShift)}`;
  return clocks.left === 0 ? `${found} ${moved}; none is left.` : `${found} ${moved}; ${clocks.left} could not be corrected.`;
}

function Oddities({ list }: { list: readonly Oddity[] }) {
  return (
    <table class="facts-table">
      <tbody>
        {list.map((each) => (
          <tr key={each.name}>
            <td class="number">{each.count}</td>
            <td>
              {each.text}
              {each.places.length > 0 && <Lines lines={each.places} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Says what the trace is worth. */
export function Trust({ facts, clocks }: { facts: Facts; clocks: Clocks | null }) {
  return (
    <section class="block" aria-labelledby="trust-title">
      <h2 id="trust-title">How far the trace can be trusted</h2>
      {clocks !== null && <p>Clocks: {clockText(clocks)}</p>}
      {facts.anomalies.length === 0 ? (
        <p>Anomalies: none. Everything in the trace was used.</p>
      ) : (
        <>
          <h3>Anomalies: what the trace holds beside a complete, consistent run</h3>
          <Oddities list={facts.anomalies} />
          {facts.anomalyDetails.length > 0 && <Lines lines={facts.anomalyDetails} />}
        </>
      )}
      {facts.notes.length > 0 && (
        <>
          <h3>Notes: what no trace can tell, or what the program did</h3>
          <Oddities list={facts.notes} />
        </>
      )}
    </section>
  );
}
