// SPDX-License-Identifier: MIT
// What axe-core finds in a report, in both themes, one on a wide and one on a narrow screen, with what
// a line says of itself in sight: [[[theme, width], [finding...]], ...] as JSON.
// usage: node axe.js FILE
"use strict";
const { source } = require("axe-core");
const { chromium } = require("playwright-core");

const SCREENS = [["light", 1300], ["dark", 400]];

async function look(browser, file, colorScheme, width) {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await page.goto(`file://${encodeURI(file)}`);
  await page.waitForSelector("body[data-ready]");
  if (await page.locator(".broken").count()) throw new Error(await page.locator(".broken").textContent());
  await page.keyboard.press("j");
  await page.evaluate(source);
  const { violations } = await page.evaluate("axe.run()");
  return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 200)}`));
}

async function main(file) {
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  const found = [];
  try {
    for (const [theme, width] of SCREENS)
      found.push([[theme, width], await look(browser, file, theme, width)]);
    console.log(JSON.stringify(found));
  } finally {
    await browser.close();
  }
}

main(process.argv[2]).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
