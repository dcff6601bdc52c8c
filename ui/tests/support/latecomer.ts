// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const kProgram = process.env["LATECOMER"] ?? path.resolve("build/bin/latecomer");

const kTextArchive = process.env["LATECOMER_TEXT_ARCHIVE"] ?? path.resolve("build/bin/text_archive");

let scratch: string | null = null;

/** A new directory that is gone when the process ends. */
export function scratchDirectory(): string {
  if (scratch === null) {
    const all = (scratch = mkdtempSync(path.join(os.tmpdir(), "latecomer-ui-test-")));
    process.once("exit", () => rmSync(all, { recursive: true, force: true }));
  }
  return mkdtempSync(path.join(scratch, "run-"));
}

/** What the program prints. */
export function latecomer(...words: (string | number)[]): string {
  return execFileSync(kProgram, words.map(String), { encoding: "utf8", maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "pipe"] });
}

/** The report of a generated run, for example generated("halo2d", "--ranks", 4, "--events", 2000). */
export function generated(model: string, ...options: (string | number)[]): string {
  const run = path.join(scratchDirectory(), "run");
  latecomer("generate", model, "-o", run, ...options);
  latecomer("analyze", run);
  return path.join(run, "report.cubex");
}

/** The report of a trace that is written as text (docs/text-traces.md). */
export function analyzed(trace: string, ...options: string[]): string {
  const scratch = scratchDirectory();
  const run = path.join(scratch, "run");
  const file = path.join(scratch, "trace.txt");
  writeFileSync(file, trace);
  execFileSync(kTextArchive, [file, run], { stdio: ["ignore", "inherit", "inherit"] });
  latecomer("analyze", run, ...options);
  return path.join(run, "report.cubex");
}

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const each of running) each.kill();
});

/** A running `latecomer view`. */
export class Server {
  private constructor(
    private readonly process: ChildProcess,
    readonly url: string,
  ) {}

  /** Of several reports the first one is compared with the second one. */
  static async start(...reports: string[]): Promise<Server> {
    const child = spawn(kProgram, ["view", "--no-open", ...reports], { stdio: ["ignore", "pipe", "inherit"] });
    running.add(child);
    let printed = "";
    for await (const piece of child.stdout) {
      printed += String(piece);
      const found = /(http:\S+\?token=[0-9a-f]{32})\n[^]*Ctrl-C/.exec(printed);
      if (found !== null) return new Server(child, found[1]!);
    }
    throw new Error(`latecomer view ${reports.join(" ")} ended: ${printed}`);
  }

  get pid(): number {
    return this.process.pid!;
  }

  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once("close", resolve));
    this.process.kill();
    await ended;
    running.delete(this.process);
  }
}
