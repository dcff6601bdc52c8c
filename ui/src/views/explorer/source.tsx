// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { seconds } from "base/format";
import type { Report } from "model/report";
import { go, route } from "state/route";
import { Question } from "state/question";
import { requestOf } from "state/session";
import { type SourceFile, type SourceText, type SourceValues, readSourceFiles, readSourceText } from "wire/source";
import type { ExplorerModel } from "views/explorer/model";

const files = new Question<SourceFile[]>();
const text = new Question<SourceText>();

/** Says where in the code something is. */
interface Spot {
  readonly file: string;
  readonly line: number; ///< Is the line; -1: not known.
}

/** Returns where the selected call is called from, or where the function begins. */
export function spotOf(report: Report, model: ExplorerModel): Spot | null {
  const node = model.calls.kind.selected.value;
  if (node < 0) return null;
  const { callPaths, regions } = report;
  const site = model.isFlat ? node : report.names.shownSite(node);
  if (!model.isFlat && callPaths.callFile[site] !== "") return { file: callPaths.callFile[site]!, line: callPaths.callLine[site]! };
  const region = model.isFlat ? node : callPaths.region[node]!;
  return regions.file[region] === "" ? null : { file: regions.file[region]!, line: regions.beginLine[region]! };
}

function Numbers({ values }: { values: SourceValues | undefined }) {
  const cell = (value: number | undefined) => <td class="number">{value === undefined || value === 0 ? "" : seconds(value)}</td>;
  return (
    <>
      {cell(values?.time)}
      {cell(values?.waiting)}
      {cell(values?.caused)}
    </>
  );
}

function Listing({ file, source, line }: { file: SourceFile; source: SourceText; line: number }) {
  const current = useRef<HTMLTableRowElement>(null);
  useEffect(() => current.current?.scrollIntoView({ block: "center" }), [file.name, line, source]);
  // A line that the file does not have is shown all the same.
  const last = Math.max(source.lines.length, ...file.lines.keys(), ...file.remarks.keys());
  return (
    <table class="source">
      <thead>
        <tr>
          <th scope="col">time</th>
          <th scope="col">waiting</th>
          <th scope="col">causes</th>
          <th scope="col">line</th>
          <th scope="col" class="code">
            {source.path}
          </th>
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: last }, (_, i) => i + 1).map((number) => (
          <>
            <tr key={number} ref={number === line ? current : undefined} class={number === line ? "current" : undefined}>
              <Numbers values={file.lines.get(number)} />
              <td class="number line-number">{number}</td>
              <td class="code">{source.lines[number - 1] ?? "(not in the file)"}</td>
            </tr>
            {file.remarks.get(number)?.map((remark) => (
              <tr key={`${number} ${remark.text}`} class="remark">
                <Numbers values={remark} />
                <td />
                <td class="code">↳ {remark.text}</td>
              </tr>
            ))}
          </>
        ))}
      </tbody>
    </table>
  );
}

/** Shows a file of the program with its lines' time, the waiting in them and because of them. */
export function Source({ model }: { model: ExplorerModel }) {
  const { report } = model;
  const spot = spotOf(report, model);
  const wanted = route.value.file ?? spot?.file ?? null;
  useEffect(() => effect(() => files.ask(["source_files"], ([answer]) => readSourceFiles(answer))), []);
  const all = files.answer.value;
  const file = all?.find((each) => each.name === wanted) ?? (route.value.file === null && spot === null ? all?.[0] : undefined);
  const name = file?.name ?? wanted;
  useEffect(() => {
    if (name !== null && name !== undefined) text.ask([requestOf("source_text", { file: name })], ([answer]) => readSourceText(answer));
  }, [name]);
  if (all === null || all === undefined) return <p class="message">{files.problem.value || "Reading …"}</p>;
  if (all.length === 0)
    return <p class="message">The report has no lines of source files. Compile the program with -g and record it again.</p>;
  return (
    <div class="source-box">
      <div class="pane-line">
        <select aria-label="Source file" value={name ?? ""} onChange={(event) => go({ file: event.currentTarget.value })}>
          {name !== null && file === undefined && <option value={name}>{report.names.sourceOf(name, -1)}</option>}
          {all.map((each) => (
            <option key={each.name} value={each.name}>
              {report.names.sourceOf(each.name, -1)}
            </option>
          ))}
        </select>
        {text.answer.value?.isNewer === true && <span class="warning">The file is newer than the recording: lines may have moved.</span>}
      </div>
      <div class="scroll" tabIndex={0} role="region" aria-label="Source text">
        {text.problem.value !== "" ? (
          <p class="message">{text.problem.value}</p>
        ) : text.answer.value !== null ? (
          <Listing
            file={file ?? { name: name!, lines: new Map(), remarks: new Map() }}
            source={text.answer.value}
            line={spot !== null && spot.file === name ? spot.line : -1}
          />
        ) : null}
      </div>
    </div>
  );
}
