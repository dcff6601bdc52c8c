// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import type { Metric } from "model/report";

/** Says what a metric is, and what to do about it. */
export function MetricText({ metric }: { metric: Metric }) {
  return (
    <>
      <h3>{metric.name}</h3>
      <p class="id">{metric.id}</p>
      <p class="description">{metric.description === "" ? "The report does not say what this is." : metric.description}</p>
      {metric.remedy !== "" && (
        <p class="remedy">
          <strong>What to do: </strong>
          {metric.remedy}
        </p>
      )}
    </>
  );
}
