// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file shows who sent messages to whom, and how large these were.

import { useSignal } from "@preact/signals";
import { colorOf } from "base/color";
import { bytes, count, countOf, percent } from "base/format";
import { cellAtPoint, layoutMatrix, matrixFrame, matrixHeight } from "layout/matrix";
import { clamp } from "base/geometry";
import { kNone } from "model/report";
import { type Messages, groupName, sizesOfBits } from "model/stats";
import { go, route } from "state/route";
import { theme } from "state/theme";
import { Canvas } from "widgets/canvas";
import type { StatsModel } from "views/stats/model";
import { Bar } from "views/stats/parts";
import { type Column, SortTable } from "widgets/sort_table";

interface MessagesProps {
  readonly model: StatsModel;
  readonly messages: Messages;
}

/** Returns a link to the timeline where a message of these ends is received. */
function timelineHash(model: StatsModel, messages: Messages, receiver: number): string {
  const { rank } = model.report.locations;
  const first = receiver * messages.ranksPerGroup;
  const location = rank.findIndex((each) => each >= first && each < first + messages.ranksPerGroup);
  return model.timelineHash(location === kNone ? null : location);
}

/** Returns the position of a pair among the cells; kNone: no messages. */
function findCell({ matrix }: Messages, sender: number, receiver: number): number {
  for (let i = 0; i < matrix.size; ++i) if (matrix.sender[i] === sender && matrix.receiver[i] === receiver) return i;
  return kNone;
}

const kSteps = [0.15, 0.32, 0.49, 0.66, 0.83, 1];

/** Says what colours stand for. */
function Scale({ values, textOf }: { values: Float64Array; textOf: (value: number) => string }) {
  const { isDark, isForced } = theme.value;
  const some = values.filter((value) => value > 0);
  if (some.length === 0) return null;
  const least = some.reduce((a, b) => Math.min(a, b));
  const most = some.reduce((a, b) => Math.max(a, b));
  if (least === most) return <span class="st-faint">{textOf(most)} each</span>;
  return (
    <span class="st-scale st-faint">
      {textOf(least)}
      {isForced ? <span>– larger squares, more –</span> : kSteps.map((step) => <span key={step} class="st-step" style={{ background: colorOf(step, isDark) }} />)}
      {textOf(most)}, logarithmic
    </span>
  );
}

function Matrix({ model, messages }: MessagesProps) {
  const { matrix, groups } = messages;
  const first = matrix.size > 0 ? { row: matrix.sender[0]!, column: matrix.receiver[0]! } : { row: 0, column: 0 };
  const active = useSignal(first);
  const of = route.value.matrix_of ?? "bytes";
  const at = { row: Math.min(active.value.row, groups - 1), column: Math.min(active.value.column, groups - 1) };
  const cell = findCell(messages, at.row, at.column);
  const name = (group: number) => groupName(model.report, messages, group);
  const short = (group: number) => String(model.report.ranks.rank[group * messages.ranksPerGroup]!);
  const said = cell === kNone ? "no messages" : `${countOf(matrix.count[cell]!, "message")}, ${bytes(matrix.bytes[cell]!)}`;
  const move = (row: number, column: number) => (active.value = { row: clamp(row, 0, groups - 1), column: clamp(column, 0, groups - 1) });
  const open = (receiver: number) => (window.location.hash = timelineHash(model, messages, receiver));
  const cellOf = (event: MouseEvent) => {
    const area = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return cellAtPoint(matrixFrame(groups, area), event.clientX - area.left, event.clientY - area.top);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-16, 0], PageDown: [16, 0], Home: [0, -groups], End: [0, groups] }[event.key] ?? [0, 0];
    if (down !== 0 || right !== 0) move(at.row + down!, at.column + right!);
    else if (event.key === "Enter") open(at.column);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section aria-labelledby="st-matrix-title">
      <h2 id="st-matrix-title">Who sent to whom</h2>
      <div class="st-line">
        <label class="st-group">
          Colour
          <select value={of} onChange={(event) => go({ matrix_of: event.currentTarget.value === "count" ? "count" : null }, "replace")}>
            <option value="bytes">by bytes</option>
            <option value="count">by number of messages</option>
          </select>
        </label>
        <Scale values={matrix[of]} textOf={of === "bytes" ? bytes : count} />
      </div>
      <Canvas
        class="st-matrix"
        style={{ maxHeight: `${matrixHeight(groups)}px` }}
        role="img"
        tabIndex={0}
        aria-label={`Messages of ${groups} by ${groups} ${messages.ranksPerGroup > 1 ? "groups of ranks" : "ranks"}; arrow keys move, Enter shows the receiver on the timeline`}
        aria-describedby="st-matrix-said"
        draw={(size) => {
          const cells = { size: matrix.size, row: matrix.sender, column: matrix.receiver, value: matrix[of] };
          return { list: layoutMatrix(cells, matrixFrame(groups, size), theme.value, short, at), font: theme.value.font };
        }}
        onKeyDown={onKey}
        onMouseMove={(event) => {
          const found = cellOf(event);
          if (found !== null) active.value = found;
        }}
        onClick={(event) => {
          const found = cellOf(event);
          if (found !== null) open(found.column);
        }}
      />
      <p id="st-matrix-said" class="st-said" role="status">
        From {name(at.row)} to {name(at.column)}: {said}
      </p>
      {messages.ranksPerGroup > 1 && <p class="st-faint">Each row and column stands for {messages.ranksPerGroup} ranks.</p>}
    </section>
  );
}

interface SizeRow {
  readonly bits: number;
  readonly count: number;
  readonly bytes: number;
}

function sizeName(bits: number): string {
  const [least, most] = sizesOfBits(bits);
  return least === most ? `${count(least)} B` : `${count(least)} – ${count(most)} B`;
}

/** Returns the rows of sizes, with empty ones between them, so that bars are a histogram. */
function sizeRows({ sizes }: Messages): SizeRow[] {
  const rows: SizeRow[] = [];
  if (sizes.size === 0) return rows;
  const bits = [...sizes.bits];
  for (let each = Math.min(...bits); each <= Math.max(...bits); ++each) {
    const at = bits.indexOf(each);
    rows.push({ bits: each, count: at === kNone ? 0 : sizes.count[at]!, bytes: at === kNone ? 0 : sizes.bytes[at]! });
  }
  return rows;
}

function Sizes({ messages }: MessagesProps) {
  const rows = sizeRows(messages);
  const counts = rows.reduce((sum, row) => sum + row.count, 0);
  const all = rows.reduce((sum, row) => sum + row.bytes, 0);
  const most = Math.max(...rows.map((row) => row.count));
  const mostBytes = Math.max(...rows.map((row) => row.bytes), 1);
  const columns: Column<SizeRow>[] = [
    { title: "Size", isNumber: true, value: (row) => row.bits, cell: (row) => sizeName(row.bits) },
    { title: "Messages", isNumber: true, value: (row) => row.count, cell: (row) => count(row.count) },
    { title: "Share", isNumber: true, value: (row) => row.count, cell: (row) => percent(row.count / counts) },
    { title: "Bar of messages", isBar: true, value: () => 0, cell: (row) => <Bar share={row.count / most} /> },
    { title: "Bytes", isNumber: true, value: (row) => row.bytes, cell: (row) => bytes(row.bytes) },
    { title: "Bar of bytes", isBar: true, value: () => 0, cell: (row) => <Bar share={row.bytes / mostBytes} /> },
  ];
  return (
    <section aria-labelledby="st-sizes-title">
      <h2 id="st-sizes-title">How large they were</h2>
      <p>
        {countOf(counts, "message")} of {bytes(all)} in all, {bytes(all / counts)} each on average.
      </p>
      <div class="st-narrow">
        <SortTable caption="Messages by size" columns={columns} rows={rows} first={0} isAscending keyOf={(row) => row.bits} />
      </div>
    </section>
  );
}

interface PairRow {
  readonly at: number;
  readonly sender: number;
  readonly receiver: number;
}

function Pairs({ model, messages }: MessagesProps) {
  const { matrix } = messages;
  const name = (group: number) => groupName(model.report, messages, group);
  const rows = Array.from({ length: matrix.size }, (_, at) => ({ at, sender: matrix.sender[at]!, receiver: matrix.receiver[at]! }));
  const columns: Column<PairRow>[] = [
    { title: "From", value: (row) => row.at, cell: (row) => name(row.sender) },
    { title: "To", value: (row) => row.receiver * messages.groups + row.sender, cell: (row) => <a href={timelineHash(model, messages, row.receiver)}>{name(row.receiver)}</a> },
    { title: "Messages", isNumber: true, value: (row) => matrix.count[row.at]!, cell: (row) => count(matrix.count[row.at]!) },
    { title: "Bytes", isNumber: true, value: (row) => matrix.bytes[row.at]!, cell: (row) => bytes(matrix.bytes[row.at]!) },
    { title: "Mean size", isNumber: true, value: (row) => matrix.bytes[row.at]! / matrix.count[row.at]!, cell: (row) => bytes(matrix.bytes[row.at]! / matrix.count[row.at]!) },
  ];
  return (
    <section aria-labelledby="st-pairs-title">
      <h2 id="st-pairs-title">Each pair</h2>
      <SortTable caption="Messages by sender and receiver" columns={columns} rows={rows} first={3} keyOf={(row) => row.at} />
    </section>
  );
}

export function MessagesPage({ model }: { model: StatsModel }) {
  const messages = model.messages.value.value;
  if (messages === null) return <p class="message">Counting messages …</p>;
  if (messages.leftOut > 0)
    return <p class="message">There are {count(messages.leftOut)} messages in and near this window, which are too many to be counted: choose a shorter one. None is shown.</p>;
  if (messages.matrix.size === 0) return <p class="message">No point-to-point message was received in this window that this part of the system sent or received.</p>;
  return (
    <div class="st-page">
      <p class="st-faint">
        Point-to-point messages that were received in the window and that the selected part of the system sent or received. Collective and one-sided operations are not among them, nor transfers of single
        partitions.
      </p>
      <div class="st-two">
        <Matrix model={model} messages={messages} />
        <div>
          <Sizes model={model} messages={messages} />
          <Pairs model={model} messages={messages} />
        </div>
      </div>
    </div>
  );
}
