// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Tab, closeBrowser } from "../support/browser";
import { Server, generated } from "../support/latecomer";

let server: Server;

before(async () => {
  server = await Server.start(generated("halo2d", "--ranks", 4, "--events", 400));
});

after(async () => {
  await closeBrowser();
  await server.end();
});

test("the token leaves the URL and is known after a reload", async () => {
  const tab = await Tab.open(server.url);
  assert.equal(new URL(tab.page.url()).search, "");
  await tab.page.reload();
  await tab.idle();
  assert.equal(await tab.page.locator("[role=alert]").count(), 0);
  assert.deepEqual(
    tab.requests.filter((each) => each.includes("token")),
    [server.url],
  );
  await tab.close();
});

test("without the token there is a message and nothing of the report", async () => {
  const tab = await Tab.open(new URL(server.url).origin);
  assert.match((await tab.texts("[role=alert]")).join(), /Open the URL that latecomer printed/);
  assert.equal((await tab.texts(".report-name")).join(), "");
  tab.problems.splice(0); // the browser tells of the refusal
  await tab.close();
});

test("views are tabs, keys and links, and back and forward go through them", async () => {
  const tab = await Tab.open(server.url);
  const current = () => tab.texts("[aria-current=page]");
  assert.deepEqual(await current(), ["Summary"]);
  await tab.click("text=Explorer");
  assert.deepEqual(await current(), ["Explorer"]);
  await tab.press("3");
  assert.deepEqual(await current(), ["Timeline"]);
  await tab.back();
  assert.deepEqual(await current(), ["Explorer"]);
  await tab.back();
  assert.deepEqual(await current(), ["Summary"]);
  await tab.forward();
  assert.deepEqual(await current(), ["Explorer"]);
  await tab.show("#1/timeline");
  assert.deepEqual(await current(), ["Timeline"]);
  await tab.close();
});

test("the policy lets no script in, and the harness would notice", async () => {
  const tab = await Tab.open(server.url);
  await tab.page.evaluate(() => {
    document.body.insertAdjacentHTML("beforeend", "<img src=nothing:x onerror='window.wasRun = true'>");
  });
  await tab.idle();
  assert.equal(await tab.page.evaluate(() => "wasRun" in window), false);
  await assert.rejects(tab.close(), /Content Security Policy/);
});

test("a theme is chosen and kept", async () => {
  const tab = await Tab.open(server.url, { colorScheme: "dark" });
  const shown = () => tab.page.evaluate(() => document.documentElement.dataset["theme"]);
  assert.equal(await shown(), "dark");
  await tab.page.getByLabel("Theme").selectOption("light");
  assert.equal(await shown(), "light");
  await tab.page.reload();
  await tab.idle();
  assert.equal(await shown(), "light");
  await tab.close();
});
