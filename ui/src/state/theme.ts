// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { effect, signal } from "@preact/signals";
import type { Theme } from "base/theme";

export type ThemeChoice = "system" | "light" | "dark";

const kStored = "latecomer.theme";
const kDark = "(prefers-color-scheme: dark)";

export const themeChoice = signal<ThemeChoice>("system");
/** Colours of what is drawn, the same as those of app.css. */
export const theme = signal<Theme>({
  isDark: false,
  background: "#fff",
  text: "#000",
  faint: "#555",
  line: "#ccc",
  accent: "#00f",
  font: "sans-serif",
});

function isDark(): boolean {
  return themeChoice.value === "system" ? window.matchMedia(kDark).matches : themeChoice.value === "dark";
}

function apply(): void {
  document.documentElement.dataset["theme"] = isDark() ? "dark" : "light";
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  theme.value = {
    isDark: isDark(),
    background: color("background"),
    text: color("text"),
    faint: color("faint"),
    line: color("line"),
    accent: color("accent"),
    font: color("font"),
  };
}

/** Takes the theme that was chosen last, and what the system wants where none was. */
export function followTheme(): void {
  const stored = window.localStorage.getItem(kStored);
  if (stored === "light" || stored === "dark") themeChoice.value = stored;
  window.matchMedia(kDark).addEventListener("change", apply);
  effect(apply);
}

export function chooseTheme(choice: ThemeChoice): void {
  themeChoice.value = choice;
  if (choice === "system") window.localStorage.removeItem(kStored);
  else window.localStorage.setItem(kStored, choice);
}
