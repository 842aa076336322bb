// SPDX-License-Identifier: MIT
// The report.
"use strict";

const PRINTED_ROWS = 60;

function printSome(source, tables) {
  addEventListener("beforeprint", () => {
    tables.forEach((table) => table.rows.print(0, PRINTED_ROWS));
    source.view.print(source.view.first(), 4 * PRINTED_ROWS);
  });
  addEventListener("afterprint", () => {
    tables.forEach((table) => table.rows.print(0, 0));
    source.view.print(0, 0);
  });
}

// Called by the loader.
function showReport(data) {
  const p = makeProfile(data);
  const source = new Source(p);
  const toSource = () => document.getElementById("source").scrollIntoView();
  const functions = functionTable(p);
  const filter = filterBox(p, functions);
  const { box, found } = makeSearch(source);
  const help = makeHelp();
  const bar = make("nav", { "aria-label": "Page" },
    ...[["hot", "Lines"], ["functions-section", "Functions"], ["calls", "Calls"], ["source", "Source"]]
      .map(([id, text]) => make("a", { href: `#${id}` }, text)),
    make("span", { className: "space" }), box, found,
    make("button", { type: "button", ariaLabel: "Keys", onclick: () => help.showModal() }, "?"));
  const goLine = (line) => {
    toSource();
    source.goLine(line, true);
  };
  const hot = hotTable(p);
  const map = p.times ? "Where the time went" : "Where the hits were";
  const [lines, area, flame] = p.byWeight.length ? [
    [section("hot", "Hottest lines", hot.element)],
    [section("area", map, makeMap(p, goLine))],
    [section("calls", "Who called whom", make("p", { className: "basis" }, FLAME_BASES[p.basis]),
      makeFlame(p, goLine))]] : [[], [], []];
  document.querySelector("main").append(bar, ...lines, make("div", { className: "sides" },
    section("functions-section", "Functions", filter, functions.element), ...area),
  ...flame, ...otherTables(p), section("source", "Source", source.element), source.detail.element, help);
  const follow = () => {
    const row = location.hash ? rowAt(p, source.rows, location.hash) : -1;
    if (row < 0) return;
    toSource();
    source.go(row);
  };
  addEventListener("hashchange", follow);
  addEventListener("popstate", follow);
  new Keys(p, source, box, filter.querySelector("input"), help);
  printSome(source, [hot, functions]);
  if (p.byWeight.length) source.view.show(source.rows.lineRow[p.byWeight[0]]);
  follow();
}
