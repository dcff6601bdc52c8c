// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { signal } from "@preact/signals";

/**
 * Holds the answer to the latest of many requests of a kind. A new request ends the one before; until it is
 * answered, `value` stays. The latest answers are kept, of a cost of at most `most` together.
 */
export class Feed<T> {
  readonly value = signal<T | null>(null);
  readonly problem = signal(""); ///< Says why there was no answer.
  private wanted = "";
  private running: AbortController | null = null;
  private readonly kept = new Map<string, T>(); ///< Has the answers that are kept, the latest one last.

  constructor(
    private readonly costOf: (value: T) => number = () => 1,
    private readonly most = 30,
  ) {}

  /** Asks with `ask`, unless the answer is kept; `key` names what is asked for. */
  want(key: string, ask: (signal: AbortSignal) => Promise<T>): void {
    if (key === this.wanted) return;
    this.running?.abort();
    this.wanted = key;
    const known = this.kept.get(key);
    if (known !== undefined) return this.take(key, known);
    const controller = new AbortController();
    this.running = controller;
    ask(controller.signal).then(
      (value) => {
        if (this.wanted === key) this.take(key, value);
      },
      (problem: unknown) => {
        if (this.wanted !== key || controller.signal.aborted) return;
        this.problem.value = problem instanceof Error ? problem.message : String(problem);
      },
    );
  }

  /** Forgets the answer, as nothing is wanted any more. */
  clear(): void {
    if (this.wanted === "") return;
    this.running?.abort();
    this.wanted = "";
    this.value.value = null;
    this.problem.value = "";
  }

  private take(key: string, value: T): void {
    this.running = null;
    this.kept.delete(key);
    this.kept.set(key, value);
    let cost = 0;
    for (const each of this.kept.values()) cost += this.costOf(each);
    for (const [old, each] of this.kept) {
      if (cost <= this.most || old === key) break;
      cost -= this.costOf(each);
      this.kept.delete(old);
    }
    this.problem.value = "";
    this.value.value = value;
  }
}
