// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { effect, signal } from "@preact/signals";
import { type Theme, kPlainTheme } from "base/theme";

export type ThemeChoice = "system" | "light" | "dark";

const kStored = "latecomer.theme";
const kDark = "(prefers-color-scheme: dark)";
const kForced = "(forced-colors: active)";
/** Has the names that CSS has for the colours that the system wants. */
const kForcedColors = {
  background: "Canvas",
  surface: "Canvas",
  text: "CanvasText",
  halo: "Canvas",
  faint: "CanvasText",
  line: "GrayText",
  accent: "Highlight",
} as const;

export const themeChoice = signal<ThemeChoice>("system");
/** Has the colours of what is drawn, the same as those of app.css. */
export const theme = signal<Theme>(kPlainTheme);

function isDark(): boolean {
  return themeChoice.value === "system" ? window.matchMedia(kDark).matches : themeChoice.value === "dark";
}

function isForced(): boolean {
  return window.matchMedia(kForced).matches;
}

function colorsOf(style: CSSStyleDeclaration) {
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    background: color("background"),
    surface: color("surface"),
    text: color("text"),
    halo: isDark() ? "rgb(22 25 29 / 75%)" : "rgb(255 255 255 / 75%)",
    faint: color("faint"),
    line: color("line"),
    accent: color("accent"),
  };
}

function apply(): void {
  document.documentElement.dataset["theme"] = isDark() ? "dark" : "light";
  const style = getComputedStyle(document.documentElement);
  theme.value = {
    ...(isForced() ? kForcedColors : colorsOf(style)),
    isDark: isDark(),
    isForced: isForced(),
    font: style.getPropertyValue("--font").trim(),
  };
}

/** Takes the theme that was chosen last, and what the system wants where none was. */
export function followTheme(): void {
  const stored = window.localStorage.getItem(kStored);
  if (stored === "light" || stored === "dark") themeChoice.value = stored;
  window.matchMedia(kDark).addEventListener("change", apply);
  window.matchMedia(kForced).addEventListener("change", apply);
  effect(apply);
}

export function chooseTheme(choice: ThemeChoice): void {
  themeChoice.value = choice;
  if (choice === "system") window.localStorage.removeItem(kStored);
  else window.localStorage.setItem(kStored, choice);
}
