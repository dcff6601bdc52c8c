// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file shows where the time of the window went: by what threads did, wait state, function and call path.

import type { ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";
import { percent, seconds } from "base/format";
import { kNone } from "model/report";
import { type Bins, type FunctionRow, type PathRow, type StateRow, type Times, type WaitRow, functionRows, kUnknown, pathRows, stateRows, waitRows } from "model/stats";
import { route } from "state/route";
import { hashOf, routeOf, type Route } from "state/url";
import type { StatsModel } from "views/stats/model";
import { Bar, PathText } from "views/stats/parts";
import { type Column, SortTable } from "widgets/sort_table";

interface PageProps {
  readonly model: StatsModel;
  readonly bins: Bins;
  readonly times: Times;
}

function link(to: Partial<Route>, text: ComponentChildren) {
  return <a href={hashOf(routeOf("explorer", { part: route.value.part, ...to }))}>{text}</a>;
}

/** Says what is not as exact as it looks. */
export function Exactness({ model, bins, times }: PageProps) {
  const notes: string[] = [];
  if (bins.problem !== "") notes.push(bins.problem);
  if (times.unknown > 0)
    notes.push(
      `${percent(times.unknown / times.all)} of the time is in activities so short that, for a window of this length, only what most of the time near them was spent on is kept: the rest is “${kUnknown.toLowerCase()}”.${model.run.value?.hasEvents === true ? " Of shorter windows, or fewer threads, single events are read." : ""}`,
    );
  if (!model.isWhole.value && !bins.kindsAreExact)
    notes.push("Calls whose time belongs to several states, such as those that complete requests of messages and of files, or the forks of threads, count as the state that has most of it in the whole run.");
  if (!model.isWhole.value && !bins.waitsAreExact) notes.push("Short wait states that lie close together count as the kind of the longest of them.");
  if (notes.length === 0) return null;
  return (
    <ul class="st-notes">
      {notes.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}

function States({ model, bins, times }: PageProps) {
  const { report } = model;
  const rows = stateRows(report, bins, times);
  const waiting = rows.reduce((sum, row) => sum + row.waiting, 0);
  const columns: Column<StateRow>[] = [
    {
      title: "State",
      value: (row) => row.name,
      cell: (row) => {
        const metric = row.kind === kNone ? undefined : bins.kinds[row.kind]!.metrics[0];
        return metric === undefined ? row.name : link({ metric: report.metrics[metric]!.id }, row.name);
      },
    },
    { title: "Time of all threads", isNumber: true, value: (row) => row.seconds, cell: (row) => seconds(row.seconds) },
    { title: "Share", isNumber: true, value: (row) => row.seconds, cell: (row) => percent(row.seconds / times.all) },
    { title: "Length", isBar: true, value: () => 0, cell: (row) => <Bar share={row.seconds / times.all} part={row.waiting / times.all} /> },
    { title: "Of it waiting", isNumber: true, value: (row) => row.waiting, cell: (row) => (row.waiting > 0 ? seconds(row.waiting) : "") },
  ];
  const total = (
    <tr class="st-total">
      <th scope="row">All</th>
      <td class="number">{seconds(times.all)}</td>
      <td class="number">{percent(1)}</td>
      <td />
      <td class="number">{seconds(waiting)}</td>
    </tr>
  );
  return <SortTable caption="Time by state" columns={columns} rows={rows} first={1} keyOf={(row) => row.name} total={total} />;
}

function Waits({ model, times }: PageProps) {
  const { report } = model;
  const rows = waitRows(report, times);
  if (rows.length === 0) return <p>No thread waited for another one here, as far as was recorded.</p>;
  const columns: Column<WaitRow>[] = [
    { title: "Wait state", value: (row) => row.name, cell: (row) => link({ metric: report.metrics[row.metric]!.id }, row.name) },
    { title: "Time of all threads", isNumber: true, value: (row) => row.seconds, cell: (row) => seconds(row.seconds) },
    { title: "Share", isNumber: true, value: (row) => row.seconds, cell: (row) => percent(row.seconds / times.all) },
    { title: "Length", isBar: true, value: () => 0, cell: (row) => <Bar share={row.seconds / times.all} part={row.seconds / times.all} /> },
  ];
  return <SortTable caption="Waiting by kind" columns={columns} rows={rows} first={1} keyOf={(row) => row.metric} />;
}

export function StatesPage(props: PageProps) {
  return (
    <div class="st-page st-two">
      <section aria-labelledby="st-states">
        <h2 id="st-states">What threads did</h2>
        <States {...props} />
      </section>
      <section aria-labelledby="st-waits">
        <h2 id="st-waits">What they waited for</h2>
        <Waits {...props} />
      </section>
    </div>
  );
}

function Filter({ text, onChange, label }: { text: string; onChange: (text: string) => void; label: string }) {
  return (
    <p class="st-line" role="search">
      <input type="search" placeholder={label} aria-label={label} value={text} onInput={(event) => onChange(event.currentTarget.value)} />
    </p>
  );
}

interface Timed {
  readonly own: number;
  readonly withCallees: number;
}

function timeColumns<R extends Timed>(times: Times): Column<R>[] {
  return [
    { title: "Own time", isNumber: true, value: (row) => row.own, cell: (row) => seconds(row.own) },
    { title: "Share", isNumber: true, value: (row) => row.own, cell: (row) => percent(row.own / times.all) },
    { title: "Length", isBar: true, value: () => 0, cell: (row) => <Bar share={row.own / times.all} /> },
    { title: "With callees", isNumber: true, value: (row) => row.withCallees, cell: (row) => seconds(row.withCallees) },
    { title: "Share with callees", isNumber: true, value: (row) => row.withCallees, cell: (row) => percent(row.withCallees / times.all) },
  ];
}

const kIdleRow = kNone;
const kUnknownRow = kNone - 1;

export function FunctionsPage({ model, times }: PageProps) {
  const search = useSignal("");
  const { regions } = model.report;
  const nameOf = (region: number) => (region === kIdleRow ? "Idle threads" : region === kUnknownRow ? kUnknown : regions.name[region]!);
  const without = (region: number, seconds: number): FunctionRow[] => (seconds > 0 ? [{ region, own: seconds, withCallees: seconds }] : []);
  const all = [...functionRows(model.report, model.tree, times.byPath), ...without(kIdleRow, times.idle), ...without(kUnknownRow, times.unknown)];
  const wanted = search.value.toLowerCase();
  const rows = all.filter(({ region }) => nameOf(region).toLowerCase().includes(wanted));
  const columns: Column<FunctionRow>[] = [
    { title: "Function", value: (row) => nameOf(row.region), cell: ({ region }) => (region < 0 ? nameOf(region) : link({ profile: "flat", region }, nameOf(region))) },
    ...timeColumns<FunctionRow>(times),
  ];
  return (
    <div class="st-page">
      <Filter label="Find a function" text={search.value} onChange={(text) => (search.value = text)} />
      <SortTable caption="Time by function" columns={columns} rows={rows} first={1} keyOf={(row) => row.region} />
      {rows.length === 0 && <p>No function of this name took time here.</p>}
    </div>
  );
}

export function PathsTable({ model, times, search }: PageProps & { readonly search: string }) {
  const { names } = model.report;
  const wanted = search.toLowerCase();
  const rows = pathRows(model.tree, times.byPath).filter(({ path }) => wanted === "" || names.path(path).toLowerCase().includes(wanted));
  const columns: Column<PathRow>[] = [
    { title: "Call path", value: (row) => names.path(row.path), cell: ({ path }) => link({ path }, <PathText text={names.path(path)} />) },
    ...timeColumns<PathRow>(times),
  ];
  if (rows.length === 0) return <p>No call path of this name took time here.</p>;
  return <SortTable caption="Time by call path" columns={columns} rows={rows} first={1} keyOf={(row) => row.path} />;
}

export function PathsPage(props: PageProps) {
  const search = useSignal("");
  return (
    <div class="st-page">
      <Filter label="Find a call path" text={search.value} onChange={(text) => (search.value = text)} />
      <PathsTable {...props} search={search.value} />
    </div>
  );
}
