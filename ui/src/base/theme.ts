// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

/** Holds colours, as CSS writes them, for what is drawn and not styled. Layout gets it as a parameter. */
export interface Theme {
  readonly isDark: boolean;
  readonly isForced: boolean; ///< Says that the system's colours are wanted, and no others.
  readonly background: string;
  readonly surface: string; ///< Is the colour of what lies on the background.
  readonly text: string;
  readonly halo: string; ///< Is around text that lies above something.
  readonly faint: string; ///< Is for text of less importance.
  readonly line: string; ///< Separates things.
  readonly accent: string; ///< Marks what is selected.
  readonly font: string; ///< Is the font's family.
}

/** Is what there is to draw with before any theme is known, and where it does not matter. */
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
