// SPDX-License-Identifier: MIT
// Open a file in speedscope, in a browser without a screen, and print its table of
// frames as JSON: [[total, self, name], ...].  usage: node sandwich.js FILE
"use strict";
const fs = require("fs");
const path = require("path");
const { chromium } = require("playwright-core");

const TIMEOUT_MS = 30000;
const ROW_PIXELS = 24;

// speedscope runs a script that is named behind #, which hands it the file.
function wrap(file) {
  const data = fs.readFileSync(file).toString("base64");
  const script = file + ".js";
  const call = ["shop", data].map((text) => JSON.stringify(text)).join(",");
  fs.writeFileSync(script, `speedscope.loadFileFromBase64(${call});`);
  return script;
}

async function table(page) {
  await page.waitForFunction(() => document.title !== "speedscope", null,
    { timeout: TIMEOUT_MS });
  await page.keyboard.press("3"); // the sandwich view
  await page.waitForSelector("table tr td", { timeout: TIMEOUT_MS });
  return page.$$eval("table tr", (rows) => rows
    .map((row) => [...row.querySelectorAll("td")].map((cell) => cell.innerText.trim()))
    .filter((cells) => cells.length >= 3));
}

async function main(file) {
  const app = path.join(path.dirname(require.resolve("speedscope/package.json")),
    "dist", "release", "index.html");
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader", "--allow-file-access-from-files"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 100 * ROW_PIXELS } });
    page.on("dialog", (dialog) => { throw new Error(dialog.message()); });
    await page.goto(`file://${app}#localProfilePath=${wrap(file)}`);
    console.log(JSON.stringify(await table(page)));
  } finally {
    await browser.close();
  }
}

main(process.argv[2]).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
