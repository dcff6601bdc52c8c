// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { countOf } from "base/format";
import type { Report } from "model/report";

export function Timeline({ report }: { report: Report }) {
  return <p class="message">{countOf(report.callPaths.size, "call path")}</p>;
}
