// SPDX-License-Identifier: MIT
// Open a report in Chromium and print what it says as JSON: all rows of its tables and of
// its source, by scrolling through them; what single lines say of themselves; where keys
// lead to; what is there without JavaScript; requests and messages of the console.
// usage: node page.js FILE
"use strict";
const { chromium } = require("playwright-core");

const TIMEOUT_MS = 120000;
const VIEW = { width: 1300, height: 420 }; // so low that most rows are out of sight

// What a page must not do is noted: whatever it asks for or complains of.
async function open(context, file, faults) {
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  page.on("request", (request) => {
    if (request.url() !== `file://${encodeURI(file)}`) faults.push(`asked for ${request.url()}`);
  });
  page.on("console", (message) => faults.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.goto(`file://${encodeURI(file)}`);
  return page;
}

// In the page: the rows of a table, in their order, each with its cells' texts and titles.
function readTable(id) {
  const table = document.getElementById(id);
  const rows = new Map();
  let nodes = 0;
  const heads = [...table.querySelectorAll("[role=columnheader]")]
    .map((head) => head.firstChild.textContent.trim());
  // What a line calls stands behind its source.
  const textOf = (cell) => [...cell.childNodes].filter((node) => node.className !== "call")
    .map((node) => node.textContent).join("");
  const readRow = (row) => ({
    kind: row.className,
    name: row.querySelector("h3")?.textContent ?? null,
    cells: [...row.children].map((cell) => [textOf(cell), cell.title]),
    title: row.querySelector("[title]")?.title ?? "",
    links: [...row.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href"), link.title]),
    calls: [...row.querySelectorAll(".call")].map((call) =>
      [call.textContent, (call.querySelector("a") ?? call).title]),
    about: tell(row),
  });
  // What is said of a line while it is pointed at.
  const tell = (row) => {
    if (!row.classList.contains("hit")) return null;
    row.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    const detail = document.getElementById("detail");
    const facts = [...detail.querySelectorAll("dl div")].map((fact) =>
      [fact.querySelector("dt").textContent, fact.querySelector("dd").textContent, fact.querySelector("dd").title]);
    return { title: detail.querySelector("h3").textContent, facts,
      visits: [...detail.querySelectorAll(".column")].map((column) => column.title) };
  };
  const isDone = () => table.scrollTop + table.clientHeight >= table.scrollHeight - 1;
  const readAll = async () => {
    table.scrollTop = 0;
    for (;;) {
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      for (const row of table.querySelectorAll(".rows > .row")) rows.set(Number(row.ariaRowIndex), readRow(row));
      nodes = Math.max(nodes, document.querySelectorAll("*").length);
      if (isDone()) break;
      table.scrollTop += Math.max(table.clientHeight - 60, 40);
    }
    return { heads, nodes, count: Number(table.ariaRowCount) - 1,
      rows: [...rows].sort(([a], [b]) => a - b).map(([, row]) => row) };
  };
  return readAll();
}

// Where the keyboard is, as the text of the row.
const place = (page) => page.evaluate(() => ({
  row: document.activeElement.closest(".row")?.firstChild.textContent ?? null,
  code: document.activeElement.closest(".row")?.querySelector(".code")?.textContent ?? null,
  hash: decodeURIComponent(location.hash),
}));

// Where the links of the functions that are in sight lead to: [name, place, row's text].
async function followLinks(page) {
  const led = [];
  for (const link of await page.locator("#functions .rows a").all()) {
    await link.evaluate((element) => element.click());
    await page.waitForFunction(() => decodeURIComponent(location.hash) !== "" &&
      document.querySelector(".row.current") === document.activeElement);
    led.push([await link.textContent(), decodeURIComponent(await link.getAttribute("href")).slice(1),
      await page.locator(".row.current").textContent()]);
  }
  return led;
}

async function goByKeys(page, query) {
  const keys = {};
  await page.keyboard.press("j");
  keys.hottest = await place(page);
  await page.keyboard.press("ArrowDown");
  keys.below = await place(page);
  await page.keyboard.press("/");
  await page.keyboard.type(query);
  await page.keyboard.press("Enter");
  keys.found = await page.locator("nav output").textContent();
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  keys.match = await page.evaluate(() => document.activeElement.closest(".row")?.textContent ?? null);
  await page.keyboard.press("?");
  keys.help = await page.locator("dialog").isVisible();
  await page.keyboard.press("Escape");
  keys.closed = await page.locator("dialog").isHidden();
  return keys;
}

async function withJavaScript(browser, file, query, faults) {
  const page = await open(await browser.newContext({ viewport: VIEW }), file, faults);
  await page.waitForSelector("body[data-ready]");
  const broken = page.locator(".broken");
  if (await broken.count()) throw new Error(await broken.textContent());
  const said = { title: await page.title(), finding: await page.locator("h1").textContent() };
  said.notes = await page.locator("header li").allTextContents();
  for (const id of ["code", "functions", "lines", "gone", "regions", "threads", "files"])
    if (await page.locator(`#${id}`).count()) said[id] = await page.evaluate(readTable, id);
  said.flame = { width: await page.locator("#flame").evaluateAll((all) => all[0]?.clientWidth),
    frames: await page.locator(".frame").evaluateAll((frames) => frames.map((frame) =>
      [frame.title, parseFloat(frame.style.width)])) };
  said.tiles = await page.locator(".tile").evaluateAll((tiles) => tiles.map((tile) =>
    [tile.title, parseFloat(tile.style.width) * parseFloat(tile.style.height)]));
  said.scripts = await page.locator("script").count();
  said.links = await followLinks(page);
  await page.goto(`file://${encodeURI(file)}`);
  await page.waitForSelector("body[data-ready]");
  said.keys = await goByKeys(page, query);
  return said;
}

async function withoutJavaScript(browser, file, faults) {
  const page = await open(await browser.newContext({ viewport: VIEW, javaScriptEnabled: false }), file, faults);
  return {
    finding: await page.locator("h1").textContent(),
    rows: await page.locator("table tr").evaluateAll((rows) => rows.map((row) =>
      [...row.querySelectorAll("td")].map((cell) => cell.textContent.trim()))),
    listings: await page.locator("pre").allTextContents(),
  };
}

async function main(file, query) {
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  const faults = [];
  try {
    const page = await withJavaScript(browser, file, query, faults);
    const plain = await withoutJavaScript(browser, file, faults);
    console.log(JSON.stringify({ page, plain, faults }));
  } finally {
    await browser.close();
  }
}

main(process.argv[2], process.argv[3]).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
