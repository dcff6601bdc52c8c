// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { render } from "preact";
import { App } from "app/app";
import { idle } from "app/idle";
import { followKeys } from "widgets/keys";
import { hasKeptAnswers, takeKeptAnswers } from "state/kept_answers";
import { followUrl } from "state/route";
import { loadReport } from "state/report";
import { takePrediction, takeToken } from "state/session";
import { followTheme } from "state/theme";
import { shownTimelines } from "timeline/model";
import { Picture } from "timeline/picture";
import "app/app.css";

declare global {
  interface Window {
    /** Is what tests use. */
    latecomer: { idle: () => Promise<number>; timeline: (which?: number) => Picture };
  }
}

async function start(): Promise<void> {
  await takeKeptAnswers();
  if (!hasKeptAnswers()) {
    takeToken();
    takePrediction();
  }
  followUrl();
  followTheme();
  followKeys();
  render(<App />, document.getElementById("app")!);
  void loadReport();
}

const started = start();
window.latecomer = { idle: () => started.then(idle), timeline: (which = 0) => new Picture(shownTimelines()[which]!) };
