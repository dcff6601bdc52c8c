// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file names call paths as everywhere in latecomer (src/report/path_names.cc).

import { type CallPaths, kNone, type Regions } from "model/report";

const kGapRole = "gap"; // Is the role of a region that is what was executed between two recorded calls.

function endOf(path: string, parts: number): string {
  return path.split("/").slice(-parts).join("/");
}

/** Returns of each file as much of its path's end as distinguishes it from the others. */
export function shortFiles(files: Iterable<string>): Map<string, string> {
  const short = new Map<string, string>();
  let left = [...new Set(files)];
  for (let parts = 1; left.length > 0; ++parts) {
    const users = new Map<string, number>();
    for (const file of left) users.set(endOf(file, parts), (users.get(endOf(file, parts)) ?? 0) + 1);
    left = left.filter((file) => {
      const end = endOf(file, parts);
      const isUnique = users.get(end) === 1 || end === file;
      if (isUnique) short.set(file, end);
      return !isUnique;
    });
  }
  return short;
}

/** Returns whether a file is the address, "wave+0x11a9", that stands for a line that is not known. */
function isAddress(file: string): boolean {
  return file.startsWith("0x") || file.includes("+0x");
}

export class PathNames {
  private readonly files: Map<string, string>;
  /** Says of each call path whether the same caller calls its function elsewhere, too. */
  private readonly isCalledElsewhere: Uint8Array;

  constructor(
    private readonly callPaths: CallPaths,
    private readonly regions: Regions,
  ) {
    this.files = shortFiles([...callPaths.callFile, ...regions.file]);
    const calls = new Map<number, number>();
    const keyOf = (path: number) => (callPaths.parent[path]! + 1) * regions.size + callPaths.region[path]!;
    for (let path = 0; path < callPaths.size; ++path) calls.set(keyOf(path), (calls.get(keyOf(path)) ?? 0) + 1);
    this.isCalledElsewhere = Uint8Array.from({ length: callPaths.size }, (_, path) => (calls.get(keyOf(path))! > 1 ? 1 : 0));
  }

  /** Names the function alone: "MPI_Recv". */
  region(path: number): string {
    return this.regions.name[this.callPaths.region[path]!]!;
  }

  private isGap(path: number): boolean {
    return this.regions.role[this.callPaths.region[path]!] === kGapRole;
  }

  /** Writes a file and its line: "wave.c:93". */
  sourceOf(file: string, line: number): string {
    const short = this.files.get(file) ?? file;
    return line > 0 ? `${short}:${line}` : short;
  }

  /** Returns where a call path was called; empty: not known, or an address that is not needed. */
  private site(path: number): string {
    const file = this.callPaths.callFile[path]!;
    if (file === "" || (isAddress(file) && this.isCalledElsewhere[path] === 0)) return "";
    return this.sourceOf(file, this.callPaths.callLine[path]!);
  }

  private withSite(path: number, site: string): string {
    if (site === "") return this.region(path);
    return this.isGap(path) ? `${this.region(path)}, called at ${site}` : `${this.region(path)} (${site})`;
  }

  /** Returns the call path on the way to this one, or this one, whose call site is told: in the program's own code, if possible. */
  shownSite(path: number): number {
    const own = this.callPaths.ownSite[path]!;
    return own !== kNone && this.callPaths.callLine[own]! > 0 ? own : path;
  }

  /** Names a node of the call tree: "MPI_Recv (wave.c:93)". */
  node(path: number): string {
    const tellsApart = this.isCalledElsewhere[path] === 1;
    if (this.isGap(path) && !tellsApart && this.callPaths.ownSite[path] === kNone) return this.region(path);
    const shown = this.shownSite(path);
    const at = this.site(shown);
    const here = shown !== path && tellsApart ? this.site(path) : "";
    return this.withSite(path, here === "" ? at : `${here}, from ${at}`);
  }

  /** Returns the call path that is named before this one; a gap's name has that of its function. */
  private around(path: number): number {
    const parent = this.callPaths.parent[path]!;
    const standsForParent =
      parent !== kNone && this.isGap(path) && this.region(path).startsWith(`${this.region(parent)} (`) && this.isCalledElsewhere[parent] === 0;
    return standsForParent ? this.callPaths.parent[parent]! : parent;
  }

  /** Names a call path in full: "main/solve/MPI_Recv (wave.c:93)". */
  path(path: number): string {
    const names = [this.node(path)];
    const shown = this.shownSite(path); // is told already
    for (let each = this.around(path); each !== kNone; each = this.around(each))
      names.push(this.withSite(each, this.isCalledElsewhere[each] === 1 && each !== shown ? this.site(each) : ""));
    return names.reverse().join("/");
  }
}
