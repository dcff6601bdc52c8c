// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import type { ComponentChildren } from "preact";
import { findMetric, kNone, type Report } from "model/report";
import { hashOf, routeOf, type Route } from "state/url";

interface LinkProps {
  readonly to: Partial<Route>;
  readonly children: ComponentChildren;
}

/** Links to what the explorer shows of something. */
export function ExplorerLink({ to, children }: LinkProps) {
  return <a href={hashOf(routeOf("explorer", to))}>{children}</a>;
}

/** Links to a metric, if the report has it. */
export function MetricLink({ report, id, to = {}, children }: { report: Report; id: string; to?: Partial<Route>; children: ComponentChildren }) {
  if (findMetric(report, id) === kNone) return <>{children}</>;
  return <ExplorerLink to={{ ...to, metric: id }}>{children}</ExplorerLink>;
}

/** Links to a call path with a metric, named in full. */
export function PathLink({ report, path, metric }: { report: Report; path: number; metric: string }) {
  return <ExplorerLink to={{ metric, path }}>{report.names.path(path)}</ExplorerLink>;
}
