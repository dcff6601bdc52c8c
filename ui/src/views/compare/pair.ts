// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has two timelines that show the same times: the first one leads, and the other one shows what the
// times of the first are in its own run.

import { type Signal, batch, computed, effect, signal } from "@preact/signals";
import { type View, clampedView } from "layout/viewport";
import { type Mapping, type Matched, boundsOfBoth, mappingOf } from "model/matched_times";
import type { Report } from "model/report";
import { route } from "state/route";
import { Timeline } from "timeline/model";

const kSame: Mapping = { factor: 1, offset: 0 };

/** Shows times of both runs, as soon as these are known. */
class Leader extends Timeline {
  constructor(
    report: Report,
    private readonly seen: Signal<{ readonly first: number; readonly end: number } | null>,
  ) {
    super(report, { view: "compare", hasWindow: true, pick: "pick" });
  }

  protected override get bounds() {
    return this.seen.value ?? super.bounds;
  }
}

class Follower extends Timeline {
  mapping: Mapping = kSame; ///< Maps the leader's times.

  constructor(
    report: Report,
    private readonly leader: Timeline,
  ) {
    super(report, { view: "compare", hasWindow: false, pick: "second_pick" });
  }

  protected override get bounds() {
    const { first, length } = this.leader.extent;
    return { first: this.ownTime(first), end: this.ownTime(first + length) };
  }

  private ownTime(time: number): number {
    return this.mapping.offset + this.mapping.factor * time;
  }

  /** Shows its own rows, and the times of the leader. */
  override show(view: View, how: "step" | "small" = "step"): void {
    const { factor, offset } = this.mapping;
    const now = this.view.peek();
    batch(() => {
      this.hover.value = null;
      this.view.value = clampedView({ ...view, from: now.from, to: now.to }, this.extent);
      if (view.from === now.from && view.to === now.to) return;
      this.leader.show({ ...this.leader.view.peek(), from: (view.from - offset) / factor, to: (view.to - offset) / factor }, how);
    });
  }

  follow(): void {
    const { from, to } = this.leader.view.value;
    this.view.value = { ...this.view.peek(), from: this.ownTime(from), to: this.ownTime(to) };
  }
}

export class TimelinePair {
  readonly base: Timeline;
  readonly other: Timeline;
  readonly timelines: readonly Timeline[];
  readonly matched = computed<Matched>(() => route.value.matched ?? "begin");
  /** Says whether both have been read. */
  readonly isThere = computed(() => this.base.run.value !== null && this.other.run.value !== null);

  constructor(base: Report, other: Report) {
    const seen = signal<{ first: number; end: number } | null>(null);
    this.base = new Leader(base, seen);
    const follower = new Follower(other, this.base);
    this.other = follower;
    this.timelines = [this.base, this.other];
    effect(() => {
      const [a, b] = [this.base.run.value, this.other.run.value];
      if (a === null || b === null) return;
      const mapping = mappingOf(this.matched.value, a, b);
      const before = seen.peek();
      follower.mapping = mapping;
      seen.value = boundsOfBoth(mapping, a, b);
      const { from, to } = this.base.view.peek();
      const wasWhole = from <= (before?.first ?? 0) && to >= (before?.end ?? a.length);
      const wanted = wasWhole ? { from: seen.value.first, to: seen.value.end } : {};
      this.base.view.value = clampedView({ ...this.base.view.peek(), ...wanted }, this.base.extent);
    });
    effect(() => {
      if (!this.isThere.value) return;
      void [this.base.view.value, this.matched.value];
      follower.follow();
    });
  }
}
