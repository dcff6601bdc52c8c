// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// A view wants to know what changes faster than it can be answered: of a question only what was wanted last
// is asked, one at a time, and the answer before stays there until a new one has come.

import { type ReadonlySignal, signal } from "@preact/signals";
import { AskError, askJson, requestOf } from "state/session";
import { asList, asObject } from "wire/json";

const kKept = 32;
const kept = new Map<string, unknown>(); // Answers are kept by request, the latest used last.

function recall(request: string): unknown {
  const answer = kept.get(request);
  if (answer === undefined) return undefined;
  kept.delete(request);
  kept.set(request, answer);
  return answer;
}

function keep(request: string, answer: unknown): void {
  kept.set(request, answer);
  for (const oldest of kept.keys()) {
    if (kept.size <= kKept) break;
    kept.delete(oldest);
  }
}

/** Returns answers to several requests, in their order; what is not known yet is asked for together. */
async function askAll(requests: readonly string[]): Promise<void> {
  const unknown = requests.filter((each) => recall(each) === undefined);
  if (unknown.length === 0) return;
  if (unknown.length === 1) {
    keep(unknown[0]!, await askJson(unknown[0]!));
    return;
  }
  const parameters = unknown.map((each) => requestOf("", { request: each }).slice(1));
  const answers = asList(asObject(await askJson(`bulk?${parameters.join("&")}`), "bulk")["answers"], "answers");
  unknown.forEach((request, i) => {
    const { status, answer } = asObject(answers[i], "answers");
    if (status !== 200) throw new AskError(String(asObject(answer, "answer")["error"]));
    keep(request, answer);
  });
}

interface Wanted<T> {
  readonly key: string;
  readonly requests: readonly string[];
  readonly read: (answers: unknown[]) => T;
}

export class Question<T> {
  private readonly answered = signal<T | null>(null);
  private readonly failed = signal("");
  private readonly open = signal(false);
  private wanted: Wanted<T> | null = null;
  private isBusy = false;

  /** Is null until there is an answer. While another one is on its way it is the one before. */
  get answer(): ReadonlySignal<T | null> {
    return this.answered;
  }
  /** Says why there is no answer; empty if there is one. */
  get problem(): ReadonlySignal<string> {
    return this.failed;
  }
  /** Says whether the answer is not the one to what was asked last. */
  get isOpen(): ReadonlySignal<boolean> {
    return this.open;
  }

  /** Asks. `read` makes the answer of those of the server; what it makes of the same requests is the same. */
  ask(requests: readonly string[], read: (answers: unknown[]) => T): void {
    const key = requests.join("\n");
    if (key === this.wanted?.key) return;
    this.wanted = { key, requests, read };
    if (requests.every((each) => recall(each) !== undefined)) this.take(this.wanted);
    else void this.work();
  }

  /** Forgets the question, as nothing is wanted. */
  forget(): void {
    this.wanted = null;
    this.answered.value = null;
    this.failed.value = "";
    this.open.value = false;
  }

  private take({ requests, read }: Wanted<T>): void {
    this.open.value = false;
    try {
      this.answered.value = read(requests.map(recall));
      this.failed.value = "";
    } catch (problem) {
      this.fail(problem);
    }
  }

  private fail(problem: unknown): void {
    this.open.value = false;
    this.answered.value = null;
    this.failed.value = problem instanceof Error ? problem.message : String(problem);
  }

  private async work(): Promise<void> {
    this.open.value = true;
    if (this.isBusy) return;
    this.isBusy = true;
    while (this.open.value && this.wanted !== null) {
      const wanted: Wanted<T> = this.wanted;
      try {
        await askAll(wanted.requests);
        if (wanted === this.wanted) this.take(wanted);
      } catch (problem) {
        if (wanted === this.wanted) this.fail(problem);
      }
    }
    this.isBusy = false;
  }
}
