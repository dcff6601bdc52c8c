// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

// This file asks the server: it answers only those who know its token, which is in the URL that it printed.

import { hasKeptAnswers, keptJson, keptWindow } from "state/kept_answers";
import { predictionOf } from "state/url";

const kStored = "latecomer.token";
const kRefused = 401;

let token = "";
let underWay = 0;
let prediction = 0;

/** Says to a user why there is no answer. */
export class AskError extends Error {}

/** Takes the token out of the page's URL, where it would be seen, and keeps it for as long as the tab is there. */
export function takeToken(): void {
  const url = new URL(window.location.href);
  const given = url.searchParams.get("token");
  token = given ?? window.sessionStorage.getItem(kStored) ?? "";
  if (given === null) return;
  window.sessionStorage.setItem(kStored, given);
  url.searchParams.delete("token");
  window.history.replaceState(window.history.state, "", url);
}

/** Lets all requests be about the prediction that the page's URL names, if it names one. */
export function takePrediction(): void {
  prediction = predictionOf(window.location.search);
}

/** Returns the number of the prediction that the page is about; 0: it is about the recorded run alone. */
export function shownPrediction(): number {
  return prediction;
}

/** Counts requests that have no answer yet. */
export function requestsUnderWay(): number {
  return underWay;
}

async function problemOf(response: Response): Promise<string> {
  if (response.status === kRefused)
    return "The server does not know this page. Open the URL that latecomer printed when it was started.";
  const answer: unknown = await response.json().catch(() => null);
  const error = typeof answer === "object" && answer !== null && "error" in answer ? String(answer.error) : "";
  return error !== "" ? error : `The server answered with status ${response.status}.`;
}

async function ask<T>(request: string, read: (response: Response) => Promise<T>, signal?: AbortSignal): Promise<T> {
  ++underWay;
  try {
    const below = prediction === 0 ? "" : `predictions/${prediction}/`;
    const response = await fetch(`api/v1/${below}${request}`, {
      headers: { Authorization: `Bearer ${token}` },
      ...(signal && { signal }),
    }).catch((problem: unknown) => {
      if (signal?.aborted) throw problem;
      throw new AskError("The server does not answer; latecomer may have been ended.");
    });
    if (!response.ok) throw new AskError(await problemOf(response));
    return await read(response);
  } finally {
    --underWay;
  }
}

const kNotKept = "This page was written without that. latecomer view shows everything.";

/** Answers several requests at once, as the server does. */
function keptBulk(query: string): unknown {
  const requests = new URLSearchParams(query).getAll("request");
  const answered = requests.map((request) => keptJson(request));
  return {
    answers: answered.map((answer) => (answer === undefined ? { status: 404, answer: { error: kNotKept } } : { status: 200, answer })),
  };
}

function fromPage<T>(answer: T | undefined): Promise<T> {
  return answer === undefined ? Promise.reject(new AskError(kNotKept)) : Promise.resolve(answer);
}

/** Returns the answer to a request such as "values?metric=time". */
export function askJson(request: string, signal?: AbortSignal): Promise<unknown> {
  if (hasKeptAnswers()) return fromPage(request.startsWith("bulk?") ? keptBulk(request.slice(5)) : keptJson(request));
  return ask<unknown>(request, (response) => response.json(), signal);
}

export function askBytes(request: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  if (hasKeptAnswers()) return fromPage(keptWindow(request));
  return ask(request, (response) => response.arrayBuffer(), signal);
}

/** Writes a request: "values" and {metric: "a b"} give "values?metric=a%20b". */
export function requestOf(name: string, parameters: Readonly<Record<string, string | number | undefined>>): string {
  const parts = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return parts.length === 0 ? name : `${name}?${parts.map(([key, value]) => `${key}=${encodeURIComponent(value!)}`).join("&")}`;
}
