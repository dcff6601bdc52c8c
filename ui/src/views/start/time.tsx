// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { percent, seconds } from "base/format";
import type { Report } from "model/report";
import type { TimeShare, Efficiencies, HybridEfficiencies, Summary } from "wire/summary";
import { ExplorerLink, MetricLink } from "views/start/links";

/** Shows a share as a length. */
function Bar({ share, part = 0 }: { share: number; part?: number }) {
  const width = (of: number) => `${100 * Math.min(Math.max(of, 0), 1)}%`;
  return (
    <span class="bar-track" aria-hidden="true">
      <span class="bar-fill" style={{ width: width(share) }} />
      <span class="bar-part" style={{ width: width(part) }} />
    </span>
  );
}

function TimeShareRow({ report, share, time }: { report: Report; share: TimeShare; time: number }) {
  const { name, metrics, isPart, waiting } = share;
  const metric = metrics[0];
  return (
    <tr>
      <th scope="row" class={isPart ? "part" : undefined}>
        {metric === undefined ? name : <ExplorerLink to={{ metric: report.metrics[metric]!.id }}>{name}</ExplorerLink>}
      </th>
      <td class="number">{seconds(share.seconds)}</td>
      <td class="number">{percent(share.seconds / time)}</td>
      <td>
        <Bar share={share.seconds / time} part={waiting / time} />
      </td>
      <td class="number">{waiting > 0 ? seconds(waiting) : ""}</td>
    </tr>
  );
}

export function TimeTable({ report, summary }: { report: Report; summary: Summary }) {
  const { time, waiting, timeShares } = summary;
  return (
    <section class="block" aria-labelledby="time-title">
      <h2 id="time-title">Where the time went</h2>
      <table class="facts-table">
        <thead>
          <tr>
            <td />
            <th scope="col" class="number">
              time of all threads
            </th>
            <th scope="col" class="number">
              share
            </th>
            <td />
            <th scope="col" class="number">
              of it waiting
            </th>
          </tr>
        </thead>
        <tbody>
          {timeShares.map((share) => (
            <TimeShareRow key={share.name} report={report} share={share} time={time} />
          ))}
          <tr class="total">
            <th scope="row">
              <MetricLink report={report} id="time">
                All threads together
              </MetricLink>
            </th>
            <td class="number">{seconds(time)}</td>
            <td class="number">{percent(1)}</td>
            <td />
            <td class="number">{seconds(waiting)}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

interface Line {
  readonly name: string;
  readonly depth: number;
  readonly value: number;
  readonly of?: { readonly part: number; readonly whole: number }; ///< Has the quotient's seconds.
  readonly how: string;
  readonly metric: string; ///< Is the metric that shows it.
  readonly isSpread?: boolean; ///< Says that it is the spread over the ranks.
}

function linesOf(is: Efficiencies): Line[] {
  const { meanComputation: mean, largestComputation: most, runSeconds: run, idealSeconds: ideal } = is;
  return [
    { name: "Parallel efficiency", depth: 0, value: is.parallel, of: { part: mean, whole: run }, how: "mean / run time", metric: "comp" },
    { name: "Load balance", depth: 1, value: is.loadBalance, of: { part: mean, whole: most }, how: "mean / largest", metric: "comp", isSpread: true },
    { name: "Communication", depth: 1, value: is.communication, of: { part: most, whole: run }, how: "largest / run time", metric: "mpi" },
    { name: "Serialization", depth: 2, value: is.serialization, of: { part: most, whole: ideal }, how: "largest / ideal time", metric: "delay" },
    { name: "Transfer", depth: 2, value: is.transfer, of: { part: ideal, whole: run }, how: "ideal time / run time", metric: "critical_path" },
    ...(is.hybrid === null ? [] : hybridLinesOf(is.hybrid, run)),
  ];
}

function hybridLinesOf(is: HybridEfficiencies, run: number): Line[] {
  const { meanOutsideMpi: mean, largestOutsideMpi: most } = is;
  return [
    { name: "MPI", depth: 0, value: is.mpiParallel, of: { part: mean, whole: run }, how: "mean / run time", metric: "mpi" },
    { name: "Load balance", depth: 1, value: is.mpiLoadBalance, of: { part: mean, whole: most }, how: "mean / largest", metric: "mpi", isSpread: true },
    { name: "Communication", depth: 1, value: is.mpiCommunication, of: { part: most, whole: run }, how: "largest / run time", metric: "mpi" },
    { name: "Threads", depth: 0, value: is.threadParallel, how: "parallel / MPI", metric: "comp" },
    { name: "Load balance", depth: 1, value: is.threadLoadBalance, how: "the same / MPI's", metric: "comp", isSpread: true },
    { name: "Communication", depth: 1, value: is.threadCommunication, how: "the same / MPI's", metric: "comp" },
  ];
}

export function EfficiencyTable({ report, is }: { report: Report; is: Efficiencies }) {
  const estimate = is.computationOnCriticalPath > is.largestComputation ? "the computation on the critical path" : "the largest computation of a thread";
  const ideal = is.isIdealReplayed ? "by replay" : `estimated as ${estimate}`;
  return (
    <section class="block" aria-labelledby="efficiency-title">
      <h2 id="efficiency-title">How efficient it was</h2>
      <table class="facts-table">
        <tbody>
          {linesOf(is).map((line, i) => (
            <tr key={i}>
              <th scope="row" class={`depth-${line.depth}`}>
                <MetricLink report={report} id={line.metric} to={line.isSpread === true ? { system: "spread" } : {}}>
                  {line.name}
                </MetricLink>
              </th>
              <td class="number">{percent(line.value)}</td>
              <td>
                <Bar share={line.value} />
              </td>
              <td class="number faint">{line.of !== undefined && `${seconds(line.of.part)} / ${seconds(line.of.whole)}`}</td>
              <td class="faint">{line.how}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="faint">
        The POP efficiencies; 100 % is best. Mean and largest: of the threads' computation. Ideal time: on an instant network, {ideal}.
        {is.hybrid !== null && " Parallel efficiency is that of MPI × that of threads, and so are the others. Of MPI, mean and largest are of the time that each process's first thread is outside of it."}
      </p>
    </section>
  );
}
