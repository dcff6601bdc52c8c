// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { asBoolean, asList, asNumber, asObject, asText } from "wire/json";

/** Is what belongs to a position in the code, in seconds of all threads. */
export interface SourceValues {
  readonly time: number;
  readonly waiting: number;
  readonly caused: number;
}

export interface SourceRemark extends SourceValues {
  readonly text: string;
}

/** Is what is known of a file, by line. */
export interface SourceFile {
  readonly name: string;
  readonly lines: ReadonlyMap<number, SourceValues>;
  readonly remarks: ReadonlyMap<number, readonly SourceRemark[]>; ///< Has what no single line has.
}

export interface SourceText {
  readonly path: string;
  readonly isNewer: boolean; ///< Says that the file is newer than the recording.
  readonly lines: readonly string[];
}

function valuesOf(json: unknown): SourceValues & { of: Readonly<Record<string, unknown>> } {
  const all = asObject(json, "source_files");
  const number = (key: string) => asNumber(all[key], key);
  return { time: number("time"), waiting: number("waiting"), caused: number("caused"), of: all };
}

function gapText(from: number, to: number, end: string): string {
  if (from <= 0) return "until here";
  if (to <= 0) return "from here on";
  return from === to ? "from here to here again" : `from here to ${end}`;
}

function readFile(json: unknown): SourceFile {
  const all = asObject(json, "source_files");
  const lines = new Map<number, SourceValues>();
  const remarks = new Map<number, SourceRemark[]>();
  const remark = (line: number, text: string, values: SourceValues) => {
    remarks.set(line, [...(remarks.get(line) ?? []), { text, time: values.time, waiting: values.waiting, caused: values.caused }]);
  };
  for (const each of asList(all["lines"], "lines")) {
    const { of, ...values } = valuesOf(each);
    lines.set(asNumber(of["line"], "line"), values);
  }
  for (const each of asList(all["functions"], "functions")) {
    const { of, ...values } = valuesOf(each);
    remark(asNumber(of["line"], "line"), `in ${asText(of["name"], "name")} itself`, values);
  }
  for (const each of asList(all["gaps"], "gaps")) {
    const { of, ...values } = valuesOf(each);
    const from = asNumber(of["from"], "from");
    const to = asNumber(of["to"], "to");
    remark(from > 0 ? from : to, gapText(from, to, asText(of["end"], "end")), values);
  }
  return { name: asText(all["name"], "name"), lines, remarks };
}

export function readSourceFiles(json: unknown): SourceFile[] {
  return asList(asObject(json, "source_files")["source_files"], "source_files").map(readFile);
}

export function readSourceText(json: unknown): SourceText {
  const all = asObject(json, "source_text");
  return {
    path: asText(all["path"], "path"),
    isNewer: asBoolean(all["is_newer"], "is_newer"),
    lines: asList(all["lines"], "lines").map((each) => asText(each, "lines")),
  };
}
