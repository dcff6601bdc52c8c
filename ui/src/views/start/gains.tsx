// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { percent, seconds } from "base/format";
import type { Report } from "model/report";
import { About } from "views/start/entries";
import type { Gain, Summary } from "wire/summary";

/** Says what would be changed. */
function What({ report, summary, gain }: { report: Report; summary: Summary; gain: Gain }) {
  if (gain.kind === "instant_network") return <>if the network were instant</>;
  if (gain.kind === "no_preemption") return <>if no thread lost its core to others</>;
  const causes = summary.causes?.largest ?? [];
  if (gain.causes.length > 1) {
    const numbers = causes.flatMap((each, i) => (gain.causes.includes(each.path) ? [i + 1] : []));
    return (
      <>
        if causes {numbers.join(", ")} were spread evenly <span class="faint">{percent(gain.share)} of what can be gained so</span>
      </>
    );
  }
  const cause = causes.find((each) => each.path === gain.causes[0]);
  return (
    <>
      if {cause !== undefined && <About report={report} of={cause} metric="delay" />} were {gain.kind === "remove" ? "not there" : "spread evenly"}
    </>
  );
}

/** Says how long the run would take if what makes others wait were changed. */
export function Gains({ report, summary, run }: { report: Report; summary: Summary; run: number }) {
  if (summary.gains.length === 0) return null;
  return (
    <section class="block" aria-labelledby="gains-title">
      <h2 id="gains-title">
        What it would take <span class="faint">instead of {seconds(run)}, by replay</span>
      </h2>
      <table class="facts-table">
        <tbody>
          {summary.gains.map((gain, i) => (
            <tr key={i}>
              <td class="number">{seconds(gain.seconds)}</td>
              <td class="number faint">−{percent((run - gain.seconds) / run)}</td>
              <td>
                <What report={report} summary={summary} gain={gain} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
