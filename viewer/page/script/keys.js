// SPDX-License-Identifier: MIT
// How to get about: addresses, keys, the search.
"use strict";

// The row of "train.c:31": of the lines that are counted the hottest, or else a function's
// head or text with that number.
function rowAt(p, rows, hash) {
  let place = hash.slice(1);
  try {
    place = decodeURIComponent(place);
  } catch { /* it is what it is */ }
  const colon = place.lastIndexOf(":");
  const name = place.slice(0, colon), number = Number(place.slice(colon + 1));
  if (colon < 1 || !Number.isInteger(number)) return -1;
  const isFile = p.files.map((path, i) => p.short[i] === name || path === name || path.endsWith("/" + name));
  let best = -1;
  for (let i = 0; i < p.number.length; i++)
    if (p.number[i] === number && isFile[p.file[i]] && !(p.weight[i] <= p.weight[best])) best = i;
  if (best >= 0) return rows.lineRow[best];
  return rows.kind.findIndex((kind, i) => (kind === HEAD || kind === CODE) &&
    rows.number[i] === number && rows.line[i] < 0 && isFile[p.functions[rows.f[i]].file]);
}

const KEYS = [
  ["/", "search names and source; Enter goes to the next match"],
  ["n", "next match; N the one before"],
  ["j", "next hottest line; k back to the hotter one"],
  ["↓ ↑", "next and previous line of the source"],
  ["f", "filter the functions by name"],
  ["?", "this help"],
  ["Esc", "close, or leave the search"],
];

function makeHelp() {
  const list = KEYS.map(([key, text]) => make("div", {}, make("dt", {}, make("kbd", {}, key)),
    make("dd", {}, text)));
  return make("dialog", { "aria-label": "Keys" }, make("h2", {}, "Keys"), make("dl", {}, ...list),
    make("p", {}, "% is a line's share of the time that all lines took by themselves; " +
      "point at a line, or go to it, for more about it."),
    make("form", { method: "dialog" }, make("button", {}, "Close")));
}

class Keys {
  constructor(p, source, search, filter, help) {
    Object.assign(this, { p, source, search, filter, help, rank: -1 });
    document.addEventListener("keydown", (event) => this.press(event));
  }

  goRank(by) {
    const count = this.p.byWeight.length;
    if (!count) return;
    this.rank = Math.min(Math.max(this.rank + by, 0), count - 1);
    this.source.goLine(this.p.byWeight[this.rank], true);
  }

  press(event) {
    const isTyping = event.target.tagName === "INPUT";
    if (event.ctrlKey || event.altKey || event.metaKey || this.help.open) return;
    if (event.key === "Escape") {
      this.source.detail.close();
      if (isTyping) {
        event.preventDefault(); // what is searched for stays: n goes on with it
        event.target.blur();
      }
    }
    const actions = {
      "/": () => this.search.focus(),
      f: () => this.filter.focus(),
      j: () => this.goRank(1),
      k: () => this.goRank(-1),
      n: () => this.source.goMatch(1, true),
      N: () => this.source.goMatch(-1, true),
      "?": () => this.help.showModal(),
    };
    if (isTyping || !Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  }
}

function makeSearch(source) {
  const found = make("output", { "aria-live": "polite" });
  const box = make("input", { type: "search", id: "search", placeholder: "Search the source  /",
    "aria-label": "Search names and source" });
  const tell = () => {
    const { found: rows, foundAt } = source;
    found.value = !box.value ? "" : foundAt < 0 ? `${rows.length} found` : `${foundAt + 1} of ${rows.length}`;
  };
  const step = (by) => {
    source.goMatch(by, false);
    tell();
  };
  box.addEventListener("input", () => {
    source.find(box.value);
    tell();
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    step(event.shiftKey ? -1 : 1);
    document.getElementById("source").scrollIntoView();
  });
  source.element.addEventListener("focusin", tell);
  return { box, found };
}
