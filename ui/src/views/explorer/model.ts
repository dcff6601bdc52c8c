// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file has what the explorer knows: its panes, and what it asks the server for what is selected in them.
// What is selected in one says what the values of those to the right are of.

import { type ReadonlySignal, computed, effect, signal } from "@preact/signals";
import { partAt, buildSystem, itemOf } from "model/system";
import { findMetric, kNone, type Metric, type Report } from "model/report";
import { buildTree, withSomething, type Tree } from "model/tree";
import { type NodeValues, addsUp, metricValues, summedValues, systemValues } from "model/values";
import { route } from "state/route";
import { Question } from "state/question";
import { requestOf } from "state/session";
import { type Statistics, readStatistics, readValues } from "wire/values";
import { Pane } from "views/explorer/pane";

type Parameters = Readonly<Record<string, string | number | undefined>>;

const kNothing = signal("");
const kInTreeOrder = signal(null);

/** Makes a list a tree without branches. */
function flatTree(size: number): Tree {
  return buildTree(new Int32Array(size).fill(kNone));
}

function byValue(values: NodeValues): Int32Array {
  const nodes = Int32Array.from({ length: values.own.length }, (_, i) => i).filter((i) => values.own[i] !== 0);
  return nodes.sort((a, b) => values.own[b]! - values.own[a]!);
}

export class ExplorerModel {
  readonly system;
  readonly callTree: Tree;
  private readonly metricTree: Tree;
  readonly metrics: Pane;
  readonly paths: Pane;
  readonly regions: Pane;
  readonly parts: Pane;
  readonly metric: ReadonlySignal<number>;
  private readonly pathValues = new Question<NodeValues>();
  private readonly regionValues = new Question<NodeValues>();
  private readonly partValues = new Question<NodeValues>();
  readonly statistics = new Question<Statistics | null>();

  constructor(readonly report: Report) {
    this.system = buildSystem(report);
    this.callTree = buildTree(report.callPaths.parent);
    this.metricTree = buildTree(Int32Array.from(report.metrics, (each) => each.parent));
    this.metric = computed(() => this.selectedMetric());
    this.metrics = this.metricPane();
    this.paths = this.pathPane();
    this.regions = this.regionPane();
    this.parts = this.partPane();
  }

  get isFlat(): boolean {
    return route.value.profile === "flat";
  }

  /** Returns the pane in the middle. */
  get calls(): Pane {
    return this.isFlat ? this.regions : this.paths;
  }

  get selectedDefinition(): Metric | undefined {
    return this.report.metrics[this.metric.value];
  }

  /** Returns the metric of the URL, or time, or whatever there is. */
  private selectedMetric(): number {
    const wanted = route.value.metric === null ? kNone : findMetric(this.report, route.value.metric);
    if (wanted !== kNone) return wanted;
    const time = findMetric(this.report, "time");
    return time !== kNone ? time : this.report.metrics.length > 0 ? 0 : kNone;
  }

  private unit(): string {
    return this.selectedDefinition?.unit ?? "";
  }

  /** Returns the total of the metric at the top of the tree that has the selected one. */
  private rootTotal(): number {
    let metric = this.metric.value;
    if (metric === kNone) return 0;
    while (this.report.metrics[metric]!.parent !== kNone) metric = this.report.metrics[metric]!.parent;
    return this.report.metrics[metric]!.total;
  }

  private metricPane(): Pane {
    const { report, metricTree } = this;
    const values = metricValues(report);
    const something = withSomething(metricTree, values.inclusive);
    const roots = Int32Array.from({ length: metricTree.size });
    for (let i = 0; i < roots.length; ++i) roots[i] = metricTree.parent[i] === kNone ? i : roots[metricTree.parent[i]!]!;
    const root = (node: number) => values.inclusive[roots[node]!]!;
    return new Pane({
      id: "metrics",
      title: "Metrics",
      tree: metricTree,
      names: report.metrics.map((each) => (each.name === "" ? each.id : each.name)),
      openMember: "metrics_open",
      modeMember: "metrics_as",
      peers: "siblings",
      isUsuallyOpen: () => false,
      selected: this.metric,
      selection: (node) => ({ metric: report.metrics[node]!.id }),
      values: signal(values),
      problem: kNothing,
      isHidden: computed(() => (route.value.all_metrics === "yes" ? () => false : (node: number) => something[node] === 0)),
      order: kInTreeOrder,
      unit: (node) => report.metrics[node]!.unit,
      root,
      left: computed(() => (this.metric.value === kNone ? 0 : root(this.metric.value))),
    });
  }

  private readonly metricShown = computed(() => (this.metric.value === kNone ? 0 : this.metrics.shown(this.metric.value)));

  private pathPane(): Pane {
    const { report, callTree } = this;
    const something = computed(() => {
      const values = this.pathValues.answer.value;
      return values === null ? null : withSomething(callTree, values.own);
    });
    return new Pane({
      id: "paths",
      title: "Call tree",
      tree: callTree,
      names: Array.from({ length: report.callPaths.size }, (_, path) => report.names.node(path)),
      openMember: "paths_open",
      modeMember: "paths_as",
      peers: "siblings",
      isUsuallyOpen: (node) => callTree.depth[node]! < 2,
      selected: computed(() => (this.isFlat ? kNone : within(route.value.path, callTree.size))),
      selection: (node) => ({ path: node === kNone ? null : node, region: null }),
      values: this.pathValues.answer,
      problem: this.pathValues.problem,
      isHidden: computed(() => {
        const has = route.value.only_nonzero === "yes" ? something.value : null;
        return (node: number) => has !== null && has[node] === 0;
      }),
      order: kInTreeOrder,
      unit: () => this.unit(),
      root: () => this.rootTotal(),
      left: this.metricShown,
    });
  }

  private regionPane(): Pane {
    const { regions } = this.report;
    return new Pane({
      id: "regions",
      title: "Flat profile",
      tree: flatTree(regions.size),
      names: regions.name,
      openMember: "paths_open",
      modeMember: "paths_as",
      peers: "siblings",
      isUsuallyOpen: () => false,
      selected: computed(() => (this.isFlat ? within(route.value.region, regions.size) : kNone)),
      selection: (node) => ({ region: node === kNone ? null : node, path: null }),
      values: this.regionValues.answer,
      problem: this.regionValues.problem,
      isHidden: signal(() => false),
      order: computed(() => {
        const values = this.regionValues.answer.value;
        return values === null ? new Int32Array(0) : byValue(values);
      }),
      unit: () => this.unit(),
      root: () => this.rootTotal(),
      left: this.metricShown,
    });
  }

  private partPane(): Pane {
    const { system, report } = this;
    const few = 64;
    return new Pane({
      id: "parts",
      title: "System tree",
      tree: system.tree,
      names: system.name,
      openMember: "parts_open",
      modeMember: "parts_as",
      peers: "level",
      isUsuallyOpen: (node) => node < system.ranks && (system.tree.parent[node] === kNone || report.ranks.size <= few),
      selected: computed(() => (route.value.part === null ? kNone : itemOf(system, route.value.part))),
      selection: (node) => ({ part: node === kNone ? null : partAt(system, node) }),
      values: this.partValues.answer,
      problem: this.partValues.problem,
      isHidden: signal(() => false),
      order: kInTreeOrder,
      unit: () => this.unit(),
      root: () => this.rootTotal(),
      left: computed(() => {
        const node = this.calls.kind.selected.value;
        return node === kNone ? this.metricShown.value : this.calls.shown(node);
      }),
    });
  }

  /** Says which metric is asked for, without those below it where they can be seen. */
  private metricParameters(metric: Metric): Parameters {
    const isOpen = this.metrics.isOpen(this.metric.value) && addsUp(metric);
    return { metric: metric.id, child_metrics: isOpen ? "excluded" : undefined };
  }

  /** Says which call paths are asked for: the selected one, without those below it where they can be seen. */
  readonly scope = computed<Parameters>(() => {
    const node = this.calls.kind.selected.value;
    if (node === kNone) return {};
    if (this.isFlat) return { region: node, callees: route.value.callees ?? "excluded" };
    return { call_path: node, callees: this.paths.isOpen(node) ? "excluded" : undefined };
  });

  private askForPaths(metric: Metric): void {
    const size = this.callTree.size;
    const request = (callees: string) => requestOf("values", { ...this.metricParameters(metric), by: "call_path", callees });
    if (addsUp(metric))
      this.pathValues.ask([request("excluded")], ([own]) => summedValues(this.callTree, readValues(own, size)));
    else
      this.pathValues.ask([request("included"), request("excluded")], ([inclusive, own]) => ({
        inclusive: readValues(inclusive, size),
        own: readValues(own, size),
      }));
  }

  private askForRegions(metric: Metric): void {
    const callees = route.value.callees ?? "excluded";
    this.regionValues.ask([requestOf("values", { ...this.metricParameters(metric), by: "region", callees })], ([answer]) => {
      const values = readValues(answer, this.report.regions.size);
      return { inclusive: values, own: values };
    });
  }

  private askForParts(metric: Metric): void {
    const { nodes, ranks, locations } = this.report;
    const request = (by: string) => requestOf("values", { ...this.metricParameters(metric), ...this.scope.value, by });
    if (addsUp(metric)) {
      this.partValues.ask([request("location")], ([answer]) => systemValues(this.system, readValues(answer, locations.size)));
      return;
    }
    this.partValues.ask([request("node"), request("rank"), request("location")], ([ofNodes, ofRanks, ofLocations]) => {
      const inclusive = new Float64Array(this.system.tree.size);
      inclusive.set(readValues(ofNodes, nodes.size));
      inclusive.set(readValues(ofRanks, ranks.size), this.system.ranks);
      inclusive.set(readValues(ofLocations, locations.size), this.system.locations);
      return { inclusive, own: inclusive };
    });
  }

  private askForStatistics(metric: Metric): void {
    this.statistics.ask([requestOf("statistics", { ...this.metricParameters(metric), ...this.scope.value, by: "rank" })], ([answer]) =>
      readStatistics(answer),
    );
  }

  /** Asks for what is seen, whenever that changes, until what this returns is called. */
  follow(): () => void {
    return effect(() => {
      const metric = this.selectedDefinition;
      if (metric === undefined) return;
      if (this.isFlat) this.askForRegions(metric);
      else this.askForPaths(metric);
      this.askForParts(metric);
      if (route.value.system === "spread") this.askForStatistics(metric);
    });
  }
}

function within(position: number | null, size: number): number {
  return position !== null && position < size ? position : kNone;
}
