// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Report } from "model/report";
import type { Scaling } from "model/scaling";
import { Question } from "state/question";
import { Plots } from "views/scaling/plots";
import { Causes, LargerRuns, Runs } from "views/scaling/tables";
import { useKeys } from "widgets/keys";
import { readScaling } from "wire/scaling";
import "views/scaling/scaling.css";

const question = new Question<Scaling>();

const kNothing = () => undefined; // This key belongs to what has the focus.
const kKeys = [{ key: "← →", does: "in a plot: a smaller or a larger run", action: kNothing }];

function Shown({ scaling, report }: { scaling: Scaling; report: Report }) {
  const cursor = useSignal(-1);
  return (
    <div class="sc">
      <p>{scaling.isWeak ? "Weak scaling: as much work for each thread, more threads." : "Strong scaling: the same work in total, more threads."} All other views show the largest run.</p>
      {scaling.remarks.map((remark) => (
        <div key={remark} class="warning-box">
          {remark}
        </div>
      ))}
      <div class="side-by-side">
        <Plots scaling={scaling} cursor={cursor.value} onCursor={(at) => (cursor.value = at)} />
      </div>
      <div class="side-by-side">
        <section class="block" aria-labelledby="sc-runs">
          <h2 id="sc-runs">Runs</h2>
          <Runs scaling={scaling} />
        </section>
        <section class="block" aria-labelledby="sc-causes">
          <h2 id="sc-causes">
            Who made others wait <span class="faint">part of all time, and seconds of all threads</span>
          </h2>
          <Causes scaling={scaling} report={report} />
        </section>
      </div>
      <section class="block" aria-labelledby="sc-larger">
        <h2 id="sc-larger">Larger runs if it goes on like this</h2>
        <LargerRuns scaling={scaling} />
      </section>
    </div>
  );
}

/** Shows how the program scales, by runs with different numbers of ranks. */
export function ScalingView({ report }: { report: Report }) {
  useEffect(() => question.ask(["scaling"], ([answer]) => readScaling(answer)), []);
  useKeys(kKeys);
  if (question.problem.value !== "")
    return (
      <p class="message" role="alert">
        {question.problem.value}
      </p>
    );
  const scaling = question.answer.value;
  return scaling === null ? <p class="message">Reading how the program scales …</p> : <Shown scaling={scaling} report={report} />;
}
