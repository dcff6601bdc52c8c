// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has what the two trees of a comparison show, and what is asked for it: values of both reports,
// brought together in the rows that the server aligned.

import { type ReadonlySignal, computed, effect, signal } from "@preact/signals";
import { type Aligned, type AlignedTree, type Side, bothAddUp, metricRows, pathValues, placedInRows } from "model/aligned";
import { type Metric, type Report, findMetric, kNone } from "model/report";
import { rootOf, withSomething } from "model/tree";
import type { NodeValues } from "model/values";
import { route } from "state/route";
import { Question } from "state/question";
import { requestOf } from "state/session";
import type { Route } from "state/url";
import { type Both, ComparedPane, orderedTree, rowsWithDifference } from "views/compare/pane";
import { readValues } from "wire/values";

function either<T>(first: (position: number) => T, second: (position: number) => T, aligned: AlignedTree, row: number): T {
  const position = aligned.base.first[row]!;
  return position !== kNone ? first(position) : second(aligned.other.first[row]!);
}

const kInTreeOrder = signal(null);

export class CompareModel {
  readonly metrics: ComparedPane;
  readonly paths: ComparedPane;
  /** Are the selected rows; -1: none. */
  readonly metric: ReadonlySignal<number>;
  private readonly path: ReadonlySignal<number>;
  private readonly values = new Question<Both>();

  constructor(
    readonly base: Report,
    readonly other: Report,
    readonly aligned: Aligned,
  ) {
    this.metric = computed(() => this.selectedMetric());
    this.path = computed(() => this.selectedPath());
    this.metrics = this.metricPane();
    this.paths = this.pathPane();
  }

  /** Returns the definition of a row of metrics, in the first report that has it. */
  definition(row: number): Metric {
    return either((i) => this.base.metrics[i]!, (i) => this.other.metrics[i]!, this.aligned.metrics, row);
  }

  pathName(row: number): string {
    return either((i) => this.base.names.path(i), (i) => this.other.names.path(i), this.aligned.paths, row);
  }

  /** Returns what the other report calls it, if that is something else. */
  otherPathName(row: number): string {
    const position = this.aligned.paths.other.first[row]!;
    const name = position === kNone ? "" : this.other.names.path(position);
    return name === this.pathName(row) ? "" : name;
  }

  selectionOfPath(row: number): Pick<Route, "path" | "second_path"> {
    if (row === kNone) return { path: null, second_path: null };
    const position = this.aligned.paths.base.first[row]!;
    return position !== kNone ? { path: position, second_path: null } : { path: null, second_path: this.aligned.paths.other.first[row]! };
  }

  private rowOfMetric(id: string): number {
    const { base, other } = this.aligned.metrics;
    const first = findMetric(this.base, id);
    if (first !== kNone) return base.rowOf[first]!;
    const second = findMetric(this.other, id);
    return second === kNone ? kNone : other.rowOf[second]!;
  }

  /** Returns the metric of the URL, or time, or whatever there is. */
  private selectedMetric(): number {
    const wanted = route.value.metric === null ? kNone : this.rowOfMetric(route.value.metric);
    if (wanted !== kNone) return wanted;
    const time = this.rowOfMetric("time");
    return time !== kNone ? time : this.aligned.metrics.tree.size > 0 ? 0 : kNone;
  }

  private selectedPath(): number {
    const { path, second_path: second } = route.value;
    const rowIn = ({ rowOf }: Side, position: number | null) => (position === null ? kNone : (rowOf[position] ?? kNone));
    const first = rowIn(this.aligned.paths.base, path);
    return first !== kNone ? first : rowIn(this.aligned.paths.other, second);
  }

  private metricPane(): ComparedPane {
    const aligned = this.aligned.metrics;
    const values = signal({ base: metricRows(aligned.base, this.base), other: metricRows(aligned.other, this.other) });
    const { base, other } = values.value;
    const isSomething = Float64Array.from(base.inclusive, (value, row) => (value !== 0 || other.inclusive[row] !== 0 ? 1 : 0));
    const something = withSomething(aligned.tree, isSomething);
    const differs = rowsWithDifference(aligned.tree, values.value);
    const tree = orderedTree(aligned, values);
    return new ComparedPane({
      id: "metric-rows",
      title: "Metrics",
      get tree() {
        return tree.value;
      },
      names: Array.from({ length: aligned.tree.size }, (_, row) => this.definition(row).name || this.definition(row).id),
      openMember: "metric_rows_open",
      isUsuallyOpen: () => false,
      selected: this.metric,
      selection: (row) => ({ metric: this.definition(row).id }),
      isHidden: computed(() => {
        const { all_metrics: all, differing } = route.value;
        return (row: number) => (all !== "yes" && something[row] === 0) || (differing === "yes" && differs[row] === 0);
      }),
      order: kInTreeOrder,
      aligned,
      values,
      problem: signal(""),
      unit: (row) => this.definition(row).unit,
      scale: "roots",
    });
  }

  private pathPane(): ComparedPane {
    const aligned = this.aligned.paths;
    const tree = orderedTree(aligned, this.values.answer);
    const differs = computed(() => (this.values.answer.value === null ? null : rowsWithDifference(aligned.tree, this.values.answer.value)));
    const { names: baseNames } = this.base;
    const { names: otherNames } = this.other;
    return new ComparedPane({
      id: "path-rows",
      title: "Call tree",
      get tree() {
        return tree.value;
      },
      names: Array.from({ length: aligned.tree.size }, (_, row) => either((i) => baseNames.node(i), (i) => otherNames.node(i), aligned, row)),
      openMember: "path_rows_open",
      isUsuallyOpen: (row) => aligned.tree.depth[row]! < 2,
      selected: this.path,
      selection: (row) => this.selectionOfPath(row),
      isHidden: computed(() => {
        const shown = route.value.differing === "yes" ? differs.value : null;
        return (row: number) => shown !== null && shown[row] === 0;
      }),
      order: kInTreeOrder,
      aligned,
      values: this.values.answer,
      problem: this.values.problem,
      unit: () => (this.metric.value === kNone ? "" : this.definition(this.metric.value).unit),
      scale: "tree",
    });
  }

  /** Returns the row of the metric at the top of the tree that has this one. */
  rootOfMetric(row: number): number {
    return rootOf(this.aligned.metrics.tree, row);
  }

  private askForPaths(row: number): void {
    const { metrics, paths } = this.aligned;
    const first = this.base.metrics[metrics.base.first[row]!];
    const second = this.other.metrics[metrics.other.first[row]!];
    const isSum = bothAddUp(first, second);
    const isOpen = this.metrics.isOpen(row) && isSum;
    const sides = [
      { metric: first, prefix: "", side: paths.base },
      { metric: second, prefix: "second/", side: paths.other },
    ];
    const request = (prefix: string, id: string, callees: string) =>
      requestOf(`${prefix}values`, { metric: id, child_metrics: isOpen ? "excluded" : undefined, by: "call_path", callees });
    const kinds = isSum ? ["excluded"] : ["included", "excluded"];
    const requests = sides.flatMap(({ metric, prefix }) => (metric === undefined ? [] : kinds.map((callees) => request(prefix, metric.id, callees))));
    this.values.ask(requests, (answers) => {
      const rest = [...answers];
      const [base, other] = sides.map(({ metric, side }): NodeValues => {
        if (metric === undefined) return unknown(paths.tree.size);
        const next = () => readValues(rest.shift(), side.rowOf.length);
        if (isSum) return pathValues(paths, side, next());
        return { inclusive: placedInRows(side, next()), own: placedInRows(side, next()) };
      });
      return { base: base!, other: other! };
    });
  }

  /** Asks for what is seen, whenever that changes, until what this returns is called. */
  follow(): () => void {
    return effect(() => {
      if (this.metric.value !== kNone) this.askForPaths(this.metric.value);
    });
  }
}

function unknown(size: number): NodeValues {
  const values = new Float64Array(size).fill(NaN);
  return { inclusive: values, own: values };
}
