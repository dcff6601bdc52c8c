// SPDX-FileCopyrightText: 2026 The latecomer developers
// SPDX-License-Identifier: BSD-3-Clause

import { accessSync, constants, mkdirSync } from "node:fs";
import path from "node:path";
import { type Browser, type BrowserContext, type Page, chromium } from "playwright-core";

/** What a value says that is written with its unit: of times, in seconds. */
export function numberIn(text: string | null): number {
  const [number, unit] = (text ?? "").replace("−", "-").split(" ");
  const factors: Record<string, number> = { ms: 1e-3, "µs": 1e-6, ns: 1e-9 };
  return parseFloat(number!.replaceAll(",", "")) * (factors[unit ?? ""] ?? 1);
}

const kArguments = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

function findChromium(): string {
  for (const directory of (process.env["PATH"] ?? "").split(":")) {
    for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
      const file = path.join(directory, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // somewhere else
      }
    }
  }
  throw new Error("there is no chromium on the PATH: apt-get install chromium");
}

let browser: Browser | null = null;

/** Of all tests in a file; `closeBrowser` belongs into its `after`. */
async function openBrowser(): Promise<Browser> {
  browser ??= await chromium.launch({ executablePath: findChromium(), args: kArguments });
  return browser;
}

export async function closeBrowser(): Promise<void> {
  await browser?.close();
  browser = null;
}

export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
  readonly forcedColors?: "active" | "none";
}

/** A page with what went wrong in it: errors and warnings of the console, what its policy forbids, other hosts. */
export class Tab {
  readonly problems: string[] = [];
  readonly requests: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly base: string,
  ) {}

  /** Opens the URL that the server printed, and waits until all is drawn. */
  static async open(url: string, look: Look = {}): Promise<Tab> {
    const { width = 1280, height = 800, ...rest } = look;
    const context = await (await openBrowser()).newContext({ viewport: { width, height }, ...rest });
    const tab = new Tab(await context.newPage(), context, url.startsWith("file:") ? url : new URL(url).origin);
    tab.watch();
    await tab.page.goto(url);
    await tab.idle();
    return tab;
  }

  private watch(): void {
    this.page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.problems.push(`console: ${message.text()}`);
    });
    this.page.on("pageerror", (error) => this.problems.push(`thrown: ${error.message}`));
    this.page.on("request", (request) => {
      const url = request.url();
      this.requests.push(url);
      if (!url.startsWith(this.base) && !url.startsWith("data:")) this.problems.push(`another host: ${url}`);
    });
  }

  async idle(): Promise<void> {
    await this.page.evaluate(() => window.latecomer.idle());
  }

  /** Goes to a place, "#1/explorer?metric=time", as a link would. */
  async show(hash: string): Promise<void> {
    await this.page.evaluate((wanted) => {
      window.location.hash = wanted;
    }, hash);
    await this.idle();
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      await this.idle();
    }
  }

  async click(selector: string): Promise<void> {
    await this.page.click(selector);
    await this.idle();
  }

  get hash(): string {
    return new URL(this.page.url()).hash;
  }

  async back(): Promise<void> {
    await this.page.evaluate(() => {
      const popped = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
      window.history.back();
      return popped;
    });
    await this.idle();
  }

  async forward(): Promise<void> {
    await this.page.evaluate(() => {
      const popped = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
      window.history.forward();
      return popped;
    });
    await this.idle();
  }

  texts(selector: string): Promise<string[]> {
    return this.page.locator(selector).allInnerTexts();
  }

  /** Breaches of accessibility rules, as axe names them, with the elements. */
  async accessibilityProblems(): Promise<string[]> {
    await this.page.evaluate(axeSource());
    return this.page.evaluate(async () => {
      const { violations } = await window.axe.run();
      return violations.flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.html} ${node.failureSummary ?? ""}`));
    });
  }

  /** For people to look at, in the directory LATECOMER_SCREENSHOTS if that is set. */
  async screenshot(name: string): Promise<void> {
    const directory = process.env["LATECOMER_SCREENSHOTS"];
    if (directory === undefined) return;
    mkdirSync(directory, { recursive: true });
    await this.page.screenshot({ path: path.join(directory, `${name}.png`) });
  }

  /** Fails if anything went wrong on the way. */
  async close(): Promise<void> {
    await this.context.close();
    if (this.problems.length > 0) throw new Error(this.problems.join("\n"));
  }
}

function axeSource(): string {
  return (require("axe-core") as { source: string }).source;
}

declare global {
  interface Window {
    axe: {
      run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
    };
  }
}
