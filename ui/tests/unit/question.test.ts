// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Question } from "state/question";

/** A server that answers when it is told to. */
class FakeServer {
  readonly asked: string[] = [];
  private readonly waiting: ((body: unknown, status: number) => void)[] = [];

  fetch = (url: string): Promise<Response> => {
    this.asked.push(decodeURIComponent(url));
    return new Promise((resolve) => this.waiting.push((body, status) => resolve(new Response(JSON.stringify(body), { status }))));
  };

  async answer(body: unknown, status = 200): Promise<void> {
    this.waiting.shift()!(body, status);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  globalThis.fetch = server.fetch as typeof fetch;
});

const first = ([answer]: unknown[]) => answer as string;

test("of a question only what was wanted last is asked, one at a time", async () => {
  const question = new Question<string>();
  for (const request of ["a1", "a2", "a3", "a4"]) question.ask([request], first);
  assert.deepEqual(server.asked, ["api/v1/a1"]);
  assert.equal(question.isOpen.value, true);
  await server.answer("one");
  assert.equal(question.answer.value, null, "which nobody wants any more");
  assert.deepEqual(server.asked, ["api/v1/a1", "api/v1/a4"]);
  await server.answer("four");
  assert.equal(question.answer.value, "four");
  assert.equal(question.isOpen.value, false);
  question.ask(["a1"], first);
  assert.equal(question.answer.value, "one", "what is known is there at once");
  assert.equal(server.asked.length, 2);
});

test("several requests go together, those that are known are left out", async () => {
  const question = new Question<string>();
  question.ask(["b1"], first);
  await server.answer("one");
  question.ask(["b1", "b2?x=1", "b3"], (answers) => answers.join());
  assert.equal(server.asked[1], "api/v1/bulk?request=b2?x=1&request=b3");
  await server.answer({ answers: [{ status: 200, answer: "two" }, { status: 200, answer: "three" }] });
  assert.equal(question.answer.value, "one,two,three");
});

test("an answer stays until there is another one, and a refusal is told", async () => {
  const question = new Question<string>();
  question.ask(["c1"], first);
  await server.answer("one");
  question.ask(["c2"], first);
  assert.equal(question.answer.value, "one");
  await server.answer({ error: "there is none" }, 400);
  assert.deepEqual([question.answer.value, question.problem.value], [null, "there is none"]);
  question.ask(["c3", "c4"], first);
  await server.answer({ answers: [{ status: 400, answer: { error: "not this one" } }, { status: 200, answer: 4 }] });
  assert.equal(question.problem.value, "not this one");
  question.ask(["c1"], () => {
    throw new Error("unreadable");
  });
  assert.equal(question.problem.value, "unreadable");
  question.ask(["c5"], first);
  await server.answer("", 401);
  assert.match(question.problem.value, /Open the URL/);
});
