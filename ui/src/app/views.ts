// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import type { ComponentType } from "preact";
import type { Report } from "model/report";
import { isScalingServed, secondReport } from "state/report";
import type { ViewName } from "state/url";
import { Compare } from "views/compare/compare";
import { Explorer } from "views/explorer/explorer";
import { ScalingView } from "views/scaling/scaling";
import { Start } from "views/start/start";
import { Statistics } from "views/stats/stats";
import { Timeline } from "views/timeline/timeline";

export interface View {
  readonly name: ViewName;
  readonly title: string;
  readonly component: ComponentType<{ report: Report }>;
}

const kViewsOfOne: readonly View[] = [
  { name: "start", title: "Summary", component: Start },
  { name: "explorer", title: "Explorer", component: Explorer },
  { name: "timeline", title: "Timeline", component: Timeline },
  { name: "statistics", title: "Statistics", component: Statistics },
];
const kComparison: View = { name: "compare", title: "Compare", component: Compare };
const kScaling: View = { name: "scaling", title: "Scaling", component: ScalingView };

/** Returns the views of what is served, in the order of the tabs; key 1 shows the first one. */
export function allViews(): readonly View[] {
  return [...kViewsOfOne, ...(secondReport.value === null ? [] : [kComparison]), ...(isScalingServed.value ? [kScaling] : [])];
}
