// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

/** Colours, as CSS writes them, for what is drawn and not styled. Layout gets it as a parameter. */
export interface Theme {
  readonly isDark: boolean;
  readonly isForced: boolean; ///< the system's colours are wanted, and no others
  readonly background: string;
  readonly surface: string; ///< what lies on it
  readonly text: string;
  readonly halo: string; ///< around text that lies above something
  readonly faint: string; ///< text of less importance
  readonly line: string; ///< what separates things
  readonly accent: string; ///< what is selected
  readonly font: string; ///< its family
}

/** What there is to draw with before any is known, and where it does not matter. */
export const kPlainTheme: Theme = {
  isDark: false,
  isForced: false,
  background: "#fff",
  surface: "#eee",
  text: "#000",
  halo: "#fff",
  faint: "#555",
  line: "#ccc",
  accent: "#00f",
  font: "sans-serif",
};
