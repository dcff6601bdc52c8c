// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// The page that `latecomer view --html` writes: it shows what the server's pages show, and asks nobody.

import assert from "node:assert/strict";
import path from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Tab, closeBrowser } from "../support/browser";
import { Server, analyzed, latecomer } from "../support/latecomer";

after(closeBrowser);

// E1 of docs: rank 1 waits 3 s for rank 0, and rank 2 waits 2 s for rank 1, of which 1.5 s for the first wait.
const kPropagation = `
rank 0
  0..2   f
  2..5   g
  5..6   MPI_Send  send to=1
rank 1
  0..1   f
  1..2   "<img onerror=alert(1)>"
  2..6   MPI_Recv  recv from=0
  6..6   MPI_Send  send to=2
rank 2
  0..1.5 f
  1.5..3 g
  3..4   f
  4..6   MPI_Recv  recv from=1
`;

function written(): { report: string; url: string } {
  const report = analyzed(kPropagation);
  const file = path.join(path.dirname(report), "page.html");
  latecomer("view", report, "--html", file);
  return { report, url: pathToFileURL(file).href };
}

test("shows the summary and the explorer's values as the server's page does, and asks for nothing", async () => {
  const { report, url } = written();
  const server = await Server.start(report);
  const served = await Tab.open(server.url);
  const page = await Tab.open(url);
  assert.deepEqual(await page.texts("main"), await served.texts("main"));
  for (const hash of ["#1/explorer", "#1/explorer?metric=mpi_latesender", "#1/explorer?profile=flat"]) {
    await served.show(hash);
    await page.show(hash);
    const rows = await page.texts("[role=treeitem]");
    assert.ok(rows.length > 5, hash);
    assert.deepEqual(rows, await served.texts("[role=treeitem]"), hash);
  }
  await page.show("#1/explorer?path=0");
  assert.equal(await page.page.locator(".selection").count(), 1);
  assert.equal(await page.page.locator(".what-if").count(), 0, "nothing can be predicted without a server");
  assert.deepEqual(page.requests, [url]);
  assert.deepEqual(page.problems, []);
  await server.end();
});

test("draws the timeline with its wait states and their causes", async () => {
  const page = await Tab.open(written().url);
  await page.show("#1/timeline");
  const { x, y } = await page.page.evaluate(() => window.latecomer.timeline().positionOf(2, 5));
  assert.equal(await page.page.evaluate(([at, row]) => window.latecomer.timeline().at(at!, row!), [x, y]), "wait mpi_latesender");
  const area = await page.page.locator(".tl-area").boundingBox();
  assert.ok(area !== null);
  await page.page.mouse.click(area.x + x, area.y + y);
  await page.idle();
  const text = (await page.texts("main")).join("\n");
  assert.match(text, /Waited\s+2 s/);
  assert.match(text, /because Late Sender, rank 1 had waited 3 s itself/);
  assert.deepEqual(page.problems, []);
});
