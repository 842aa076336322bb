// SPDX-License-Identifier: MIT
// The report: shows those rows of the columns that the page carries (html_data.h) that
// are in sight.  What a profile contains only ever becomes text, never markup.
"use strict";

// ---- Numbers for people ----

const UNITS = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]];

// Three digits and the unit that suits them.
function duration(ns) {
  const [size, unit] = UNITS.find(([size]) => ns >= 0.9995 * size) || UNITS[3];
  const value = ns / size;
  return (value >= 999.5 ? value.toFixed(0) : Number(value.toPrecision(3))) + " " + unit;
}

// All digits; what a number cannot hold comes as a string.
function digits(value) {
  return (typeof value === "string" ? BigInt(value) : value).toLocaleString("en-US");
}

const counted = (count, noun) => `${digits(count)} ${noun}${Number(count) === 1 ? "" : "s"}`;

function percent(share) {
  return share > 0 && share < 0.0005 ? "<0.1 %" : (100 * share).toFixed(1) + " %";
}

const isKnown = (value) => value !== null && value !== undefined;

// From which share of the whole on a line is how hot.
const HEATS = [0.2, 0.05, 0.01, 0.001, 0];

function heat(share) {
  const index = HEATS.findIndex((least) => share > least);
  return index < 0 ? 0 : HEATS.length - index;
}

// ---- Elements ----

// An element with properties; "class", "style" and attributes that have a hyphen, too.
function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "style") Object.assign(element.style, value);
    else if (value === "") continue;
    else if (key in element) element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

function cell(text, title = "", kind = "number") {
  return make("span", { role: "cell", className: kind, title }, text);
}

const timeCell = (ns) => isKnown(ns) ? cell(duration(ns), `${digits(ns)} ns`) : cell("");
const idCell = (id) => cell(id < 0 ? "" : String(id));
const countCell = (count) => isKnown(count) ? cell(digits(count)) : cell("");

// A share of the whole as colour, length and number; `off` of it was not running.
function shareCell(value, whole, most, off = 0) {
  const share = whole ? value / whole : 0;
  const element = cell("", "", `number share heat${heat(share)}`);
  if (value > 0) {
    const width = 100 * value / most;
    element.append(make("span", { className: "bar", style: { width: `${width}%` } }));
    if (off > 0)
      element.append(make("span", { className: "bar off",
        style: { width: `${width * Math.min(off / value, 1)}%` } }));
    element.append(make("span", {}, percent(share)));
  }
  return element;
}

// ---- The profile ----

// The ends of paths that tell them apart.
function shortPaths(paths) {
  const parts = paths.map((path) => path.split("/"));
  const depth = paths.map(() => 1);
  const short = (i) => parts[i].slice(-depth[i]).join("/");
  for (let again = true; again;) {
    const users = new Map();
    paths.forEach((path, i) => users.set(short(i), [...users.get(short(i)) || [], i]));
    again = false;
    for (const same of users.values()) {
      if (same.length < 2) continue;
      for (const i of same) {
        if (depth[i] >= parts[i].length) continue;
        depth[i]++;
        again = true;
      }
    }
  }
  return paths.map((path, i) => short(i));
}

function makeFunctions(columns) {
  return columns.name.map((name, i) => {
    const f = { index: i, callers: [], made: new Map(), hits: 0 };
    for (const key of Object.keys(columns)) f[key] = columns[key][i];
    return f;
  });
}

// Lines get their numbers, functions, files and weights; functions where theirs begin.
function placeLines(p) {
  const count = p.lines.number.length;
  p.number = new Uint32Array(count);
  p.owner = new Uint32Array(count);
  p.file = new Uint32Array(count);
  let i = 0;
  for (const f of p.functions) {
    f.begin = i;
    let number = f.first;
    for (; i < f.begin + f.lines; i++) {
      number += p.lines.number[i];
      p.number[i] = number;
      p.owner[i] = f.index;
      p.file[i] = f.file;
      f.hits += Number(p.lines.hits[i]);
    }
    f.end = i;
  }
  p.text = new Map();
  for (const [line, file, text] of p.others) {
    p.file[line] = file;
    p.text.set(line, text);
  }
}

function weighLines(p) {
  const column = p.times ? p.lines.self : p.lines.hits;
  p.weight = Float64Array.from(column, Number); // null is 0
  p.whole = p.weight.reduce((sum, weight) => sum + weight, 0);
  p.byWeight = Array.from(p.weight.keys()).filter((i) => p.weight[i] > 0);
  p.byWeight.sort((a, b) => p.weight[b] - p.weight[a]);
  p.most = p.byWeight.length ? p.weight[p.byWeight[0]] : 0;
  p.weightOf = (f) => p.times ? Number(f.self) : f.hits;
  p.hasOff = Boolean(p.lines.off && p.lines.off.some((off) => off > 0));
}

function placeCalls(p) {
  const c = p.calls;
  c.caller.forEach((caller, i) => {
    const call = { caller, callee: c.callee[i], file: c.file[i], line: c.line[i],
      count: c.count[i], total: c.total[i] };
    const place = `${call.file}:${call.line}`;
    const made = p.functions[caller]?.made;
    if (made) made.set(place, [...made.get(place) || [], call]);
    p.functions[call.callee]?.callers.push(call);
  });
}

function makeProfile(data) {
  const p = { ...data, functions: makeFunctions(data.functions),
    short: shortPaths(data.files) };
  placeLines(p);
  weighLines(p);
  placeCalls(p);
  p.placeOf = (file, number) => `${p.short[file]}:${number}`;
  p.nameOf = (f) => typeof f === "string" ? f : p.functions[f].name;
  return p;
}

function placeLink(p, file, number, text = p.placeOf(file, number), title = "") {
  return make("a", { href: "#" + encodeURI(p.placeOf(file, number)), title }, text);
}

const functionLink = (p, f) => placeLink(p, f.file, f.line, f.name, f.symbol);

// ---- Rows that are there while they are in sight ----

const SPARE_ROWS = 8; // above and below what is in sight
const MOST_PIXELS = 8e6; // browsers differ in what they take

class Rows {
  // draw(i) makes row i; scroller scrolls, body holds the rows.
  constructor(scroller, body, height, draw) {
    Object.assign(this, { scroller, body, height, draw, count: 0, drawn: new Map() });
    scroller.addEventListener("scroll", () => this.update(), { passive: true });
    new ResizeObserver(() => this.update()).observe(scroller);
  }

  setCount(count) {
    this.count = count;
    this.pixels = Math.min(count * this.height, MOST_PIXELS);
    this.body.style.height = `${this.pixels}px`;
    this.redraw();
  }

  redraw() {
    this.drawn.clear();
    this.body.replaceChildren();
    this.update();
  }

  view() {
    return Math.max(this.scroller.clientHeight - this.body.offsetTop, this.height);
  }

  // Pixels of all rows for one that can be scrolled; 1 but for very many rows.
  ratio() {
    const room = this.pixels - this.view();
    return room > 0 ? (this.count * this.height - this.view()) / room : 1;
  }

  // The first row in sight, and what of all rows is above.
  above() {
    return this.scroller.scrollTop * this.ratio();
  }

  first() {
    return Math.min(Math.floor(this.above() / this.height), Math.max(this.count - 1, 0));
  }

  range() {
    if (this.printed) return this.printed;
    const first = this.first();
    const end = first + Math.ceil(this.view() / this.height) + SPARE_ROWS;
    return [Math.max(first - SPARE_ROWS, 0), Math.min(end, this.count)];
  }

  update() {
    const [from, to] = this.range();
    const shift = this.scroller.scrollTop - this.above();
    for (const [i, element] of this.drawn) {
      if (i >= from && i < to) continue;
      element.remove();
      this.drawn.delete(i);
    }
    let next = null;
    for (let i = to - 1; i >= from; i--) { // in their order, for those who hear them
      let element = this.drawn.get(i);
      if (!element) {
        element = this.draw(i);
        element.ariaRowIndex = i + 2;
        this.drawn.set(i, element);
        this.body.insertBefore(element, next);
      }
      element.style.top = `${i * this.height + shift}px`;
      next = element;
    }
    this.onUpdate?.();
  }

  show(i) {
    const top = i * this.height;
    const above = this.above();
    if (top < above || top + 2 * this.height > above + this.view())
      this.scroller.scrollTop = (top - this.view() / 3) / this.ratio();
    this.update();
  }

  // On paper nothing scrolls: some rows below each other.
  print(from, count) {
    this.printed = count ? [from, Math.min(from + count, this.count)] : null;
    this.redraw();
  }
}

function section(id, title, ...children) {
  return make("section", { id, "aria-labelledby": `${id}-title` },
    make("h2", { id: `${id}-title` }, title), ...children);
}

// ---- Tables ----

const TABLE_ROW = 24;

// The widths of columns, and those of narrow screens, which have no room for spare ones.
function setWidths(element, columns, usual) {
  const widths = (list) => list.map((column) => column.wide || usual).join(" ");
  element.style.setProperty("--columns", widths(columns));
  element.style.setProperty("--narrow", widths(columns.filter((column) => !column.isSpare)));
}

// The cell of row i.
function columnCell(column, i) {
  const element = column.cell(i);
  if (column.isSpare) element.classList.add("spare");
  return element;
}

const headClass = (column) => (column.isText ? "text" : "number") + (column.isSpare ? " spare" : "");

// columns: {name, key(i) to sort by, cell(i), wide: CSS width, isText, isSpare}.
// order: indices.
class Table {
  constructor(id, label, columns, order) {
    Object.assign(this, { columns, all: order, order: [...order] });
    this.heads = columns.map((column, c) => make("span",
      { role: "columnheader", className: headClass(column) },
      make("button", { type: "button", onclick: () => this.sortBy(c) }, column.name)));
    const head = make("div", { role: "row", className: "row head", ariaRowIndex: 1 },
      ...this.heads);
    const body = make("div", { role: "rowgroup", className: "rows" });
    this.element = make("div", { id, role: "table", className: "table", tabIndex: 0,
      "aria-label": label, ariaRowCount: order.length + 1 },
    make("div", { role: "rowgroup", className: "top" }, head), body);
    setWidths(this.element, columns, "minmax(5rem, 1fr)");
    this.element.style.setProperty("--least", `${6 * columns.length}rem`);
    this.rows = new Rows(this.element, body, TABLE_ROW, (i) => this.draw(this.order[i]));
    this.rows.setCount(this.order.length);
  }

  draw(i) {
    return make("div", { role: "row", className: "row" },
      ...this.columns.map((column) => columnCell(column, i)));
  }

  sortBy(c) {
    const column = this.columns[c];
    const first = column.isText ? 1 : -1;
    this.direction = this.sorted === c ? -this.direction : first;
    this.sorted = c;
    const keys = new Map(this.all.map((i) => [i, column.key(i)]));
    const compare = (a, b) => {
      const x = keys.get(a), y = keys.get(b);
      return (x < y ? -1 : x > y ? 1 : 0) * this.direction || a - b;
    };
    this.all = [...this.all].sort(compare);
    this.heads.forEach((head, i) => head.ariaSort = i !== c ? "none"
      : this.direction > 0 ? "ascending" : "descending");
    this.filter(this.wanted);
  }

  // wanted(i): whether to show it; undefined: all.
  filter(wanted) {
    this.wanted = wanted;
    this.order = wanted ? this.all.filter(wanted) : this.all;
    this.element.ariaRowCount = this.order.length + 1;
    this.element.scrollTop = 0;
    this.rows.setCount(this.order.length);
  }
}

const textCell = (...children) => make("span", { role: "cell", className: "text" }, ...children);

function hotTable(p) {
  const l = p.lines;
  const owner = (i) => p.functions[p.owner[i]];
  const perHit = (i) => Number(l.time[i]) / Number(l.hits[i]);
  const own = { name: "Self", key: (i) => p.weight[i], cell: (i) => timeCell(l.self[i]) };
  const each = { name: "Per hit", isSpare: true, key: perHit, cell: (i) => timePerHit(p, i) };
  const columns = [
    { name: "Line", isText: true, wide: "minmax(8rem, 1.5fr)",
      key: (i) => p.placeOf(p.file[i], String(p.number[i]).padStart(9)),
      cell: (i) => textCell(placeLink(p, p.file[i], p.number[i])) },
    { name: "Function", isText: true, isSpare: true, wide: "minmax(7rem, 1.5fr)", key: (i) => owner(i).name,
      cell: (i) => textCell(owner(i).name) },
    ...(p.times ? [own] : []),
    { name: "%", key: (i) => p.weight[i],
      cell: (i) => shareCell(p.weight[i], p.whole, p.most) },
    { name: "Hits", isSpare: p.times, key: (i) => Number(l.hits[i]), cell: (i) => countCell(l.hits[i]) },
    ...(p.times ? [each] : []),
    { name: "Source", isText: true, wide: "minmax(14rem, 6fr)",
      key: (i) => codeOfLine(p, i).trim(),
      cell: (i) => make("span", { role: "cell", className: "text code" },
        plain(codeOfLine(p, i)).trim()) },
  ];
  return new Table("lines", "Hottest lines", columns, p.byWeight);
}

function callsCell(f) {
  const isPlain = !isKnown(f.primitive) || f.primitive === f.calls;
  return isPlain ? countCell(f.calls) : cell(`${digits(f.calls)}/${digits(f.primitive)}`,
    `${digits(f.primitive)} of them from outside, the others while it was running`);
}

function functionTable(p) {
  const f = p.functions;
  const weight = (i) => p.weightOf(f[i]);
  const most = f.reduce((most, f) => Math.max(most, p.weightOf(f)), 0);
  const perCall = (i) => Number(f[i].calls) ? Number(f[i].total) / Number(f[i].calls) : 0;
  const times = [
    { name: "Self", key: (i) => Number(f[i].self), cell: (i) => timeCell(f[i].self) },
    { name: "Total", key: (i) => Number(f[i].total), cell: (i) => timeCell(f[i].total) },
    { name: "Per call", key: perCall,
      cell: (i) => perCall(i) ? cell(duration(perCall(i))) : cell("") },
  ];
  const hits = [{ name: "Hits", key: (i) => f[i].hits, cell: (i) => countCell(f[i].hits) }];
  const columns = [
    { name: "Function", isText: true, wide: "minmax(9rem, 2.5fr)", key: (i) => f[i].name,
      cell: (i) => textCell(functionLink(p, f[i])) },
    { name: "%", key: weight, cell: (i) => shareCell(weight(i), p.whole, most) },
    ...(p.times ? times : hits),
    { name: "Calls", wide: "minmax(8rem, 1fr)", key: (i) => Number(f[i].calls), cell: (i) => callsCell(f[i]) },
    { name: "Place", isText: true, wide: "minmax(7rem, 1.5fr)",
      key: (i) => p.placeOf(f[i].file, String(f[i].line).padStart(9)),
      cell: (i) => textCell(p.placeOf(f[i].file, f[i].line)) },
  ];
  const table = new Table("functions", "Functions", columns, f.map((f) => f.index));
  table.sortBy(1);
  return table;
}

function filterBox(p, table) {
  const found = make("output", { "aria-live": "polite" });
  const box = make("input", { type: "search", placeholder: "Filter by name",
    "aria-label": "Filter functions by name" });
  box.addEventListener("input", () => {
    const matches = matcher(box.value);
    table.filter(box.value ? (i) => matches(p.functions[i].name) >= 0 : undefined);
    found.value = box.value ? `${table.order.length} of ${p.functions.length}` : "";
  });
  return make("p", { className: "tools" }, box, " ", found);
}

// A small table, each column a kind of cell and a name; rows are lists.
function plainTable(id, label, kinds, list) {
  const columns = kinds.map(([name, show, isText], c) => ({ name, isText,
    wide: isText ? "minmax(8rem, 2fr)" : undefined,
    key: (i) => isText ? list[i][c] : Number(list[i][c]), cell: (i) => show(list[i][c]) }));
  return section(id + "-section", label,
    new Table(id, label, columns, list.map((row, i) => i)).element);
}

function otherTables(p) {
  const name = (name) => [name, textCell, true];
  const tables = [
    ["regions", "Regions", [name("Region"), ["Calls", countCell], ["Total", timeCell],
      ["Self", timeCell], ["Shortest", timeCell], ["Longest", timeCell]], p.regions],
    ["threads", "Threads", [name("Name"), ["Thread", idCell], ["Total", timeCell]],
      p.threads.length > 1 ? p.threads.map(([id, name, total]) => [name, id, total]) : []],
    ["files", "Files", [name("File"), name("Program"), ["Process", idCell],
      ["Rank", idCell], name("Host"),
      name("State"), ["Took", timeCell]], p.inputs],
  ];
  return tables.filter((table) => table[3].length).map((table) => plainTable(...table));
}

// ---- The map: files, functions in them, lines in them, areas by weight ----

const MOST_TILES = 400; // what is smaller than that part of the map is one with its like

// Rectangles of some weights inside one, as near to squares as rows allow (M. Bruls,
// K. Huizing, J. van Wijk, "Squarified Treemaps", 2000).
function squarify(items, box) {
  const placed = [];
  let { x, y, w, h } = box;
  let left = items.reduce((sum, item) => sum + item.weight, 0);
  for (let i = 0; i < items.length;) {
    const side = Math.min(w, h);
    const scale = w * h / left; // pixels for each unit of weight
    let sum = 0, end = i, worst = Infinity;
    for (; end < items.length; end++) {
      const more = sum + items[end].weight;
      const deep = more * scale / side;
      const ratio = (weight) => Math.max(deep * deep / (weight * scale), weight * scale / (deep * deep));
      const now = Math.max(ratio(items[i].weight), ratio(items[end].weight));
      if (now > worst) break;
      worst = now;
      sum = more;
    }
    const deep = sum * scale / side;
    let at = 0;
    for (; i < end; i++) {
      const long = items[i].weight * scale / deep;
      placed.push([items[i], w >= h ? { x, y: y + at, w: deep, h: long }
        : { x: x + at, y, w: long, h: deep }]);
      at += long;
    }
    left -= sum;
    if (w >= h) { x += deep; w -= deep; } else { y += deep; h -= deep; }
    if (!(w > 0 && h > 0)) break;
  }
  return placed;
}

// {weight, parts} with parts of parts, by falling weight.
function mapTree(p) {
  const files = new Map();
  for (const f of p.functions) {
    const parts = [];
    for (let i = f.begin; i < f.end; i++)
      if (p.weight[i] > 0) parts.push({ weight: p.weight[i], line: i });
    if (!parts.length) continue;
    if (!files.has(f.file)) files.set(f.file, []);
    files.get(f.file).push({ weight: 0, parts, f });
  }
  const tree = { parts: [...files].map(([file, parts]) => ({ parts, file })) };
  const settle = (node) => {
    if (!node.parts) return node.weight;
    node.weight = node.parts.reduce((sum, part) => sum + settle(part), 0);
    node.parts.sort((a, b) => b.weight - a.weight);
    return node.weight;
  };
  settle(tree);
  return tree;
}

// What is too small to be seen, as one.
function fold(parts, least) {
  const count = parts.findIndex((part) => part.weight < least);
  const rest = count < 0 ? [] : parts.slice(count);
  if (rest.length < 2) return parts;
  return [...parts.slice(0, count), { rest: rest.length,
    weight: rest.reduce((sum, part) => sum + part.weight, 0) }];
}

const hottest = (node) => node.parts ? hottest(node.parts[0]) : node.line;

// What a tile says of itself: a line, a function or file that is not taken apart, the rest.
function tileWords(p, node) {
  const share = percent(node.weight / p.whole);
  if (node.rest) return [`${digits(node.rest)} more`, `${digits(node.rest)} more: ${share}`];
  const name = node.f ? node.f.name : p.short[node.file];
  if (node.parts) return [`${name} ${share}`, `${name}: ${share}`];
  const f = p.functions[p.owner[node.line]];
  const place = p.placeOf(p.file[node.line], p.number[node.line]);
  return [`:${p.number[node.line]} ${share}`, `${place} in ${f.name}: ${share}`];
}

const TILE_LINE = 15;

const boxStyle = (box) => ({ left: `${box.x}px`, top: `${box.y}px`, width: `${box.w}px`,
  height: `${box.h}px` });

function makeTile(p, node, box, words, go) {
  const [label, title] = tileWords(p, node);
  const kind = node.rest ? "rest" : `heat${heat(node.weight / p.whole)}`;
  const element = make("div", { className: `tile ${kind}`, title, style: boxStyle(box) });
  if (!node.rest) element.onclick = () => go(hottest(node));
  const room = Math.floor((box.h - 4) / TILE_LINE);
  if (box.w > 2 * TILE_LINE && room > 0)
    element.append(...[...words, label].slice(-room).map((word) => make("div", {}, word)));
  return element;
}

function drawMap(p, tree, element, go) {
  const tiles = [];
  const least = tree.weight / MOST_TILES;
  const draw = (node, box, words) => {
    const isSmall = node !== tree && node.weight < 2 * least;
    if (!node.parts || (isSmall && node.parts.length > 1)) {
      tiles.push(makeTile(p, node, box, words, go));
      return;
    }
    const isFile = node.file !== undefined;
    const name = node.f ? [node.f.name] : isFile && tree.parts.length > 1 ? [p.short[node.file]] : [];
    squarify(fold(node.parts, least), box).forEach(([part, inside], i) =>
      draw(part, inside, i ? [] : [...words, ...name]));
    if (node !== tree)
      tiles.push(make("div", { className: isFile ? "edge thick" : "edge", style: boxStyle(box) }));
  };
  draw(tree, { x: 0, y: 0, w: element.clientWidth, h: element.clientHeight }, []);
  element.replaceChildren(...tiles);
}

// The table of lines says the same to those who cannot see it.
function makeMap(p, go) {
  const element = make("div", { id: "map", ariaHidden: "true" });
  const tree = mapTree(p);
  let width = 0;
  new ResizeObserver(() => {
    if (element.clientWidth === width) return;
    width = element.clientWidth;
    drawMap(p, tree, element, go);
  }).observe(element);
  return element;
}

// ---- Source ----

const MARKS = { "\x01": "keyword", "\x02": "literal", "\x03": "comment", "\x04": "" };
const ANY_MARK = /[\x01-\x04]/;
const plain = (text) => text.replace(/[\x01-\x04]/g, "");

// [text, colour] pairs.
function pieces(text) {
  const list = [];
  let kind = "";
  for (const piece of text.split(/([\x01-\x04])/)) {
    if (ANY_MARK.test(piece)) kind = MARKS[piece];
    else if (piece) list.push([piece, kind]);
  }
  return list;
}

// Where in a text a query is found, or -1; capitals in the query count.
function matcher(query) {
  const isExact = query !== query.toLowerCase();
  return (text, from = 0) => (isExact ? text : text.toLowerCase()).indexOf(query, from);
}

function codeAt(f, number) {
  f.code ??= isKnown(f.text) ? f.text.split("\n") : [];
  return f.code[number - f.first] ?? "";
}

function codeOfLine(p, i) {
  return p.text.get(i) ?? codeAt(p.functions[p.owner[i]], p.number[i]);
}

const HEAD = 0, CALLERS = 1, CODE = 2, FILE = 3, GAP = 4; // kinds of rows

// All rows of the source: kind, function, number of the line, its index or -1.
function makeRows(p) {
  const rows = { kind: [], f: [], number: [], line: [] };
  const lineRow = new Uint32Array(p.number.length);
  const push = (kind, f, number, line) => {
    if (line >= 0) lineRow[line] = rows.kind.length;
    rows.kind.push(kind);
    rows.f.push(f.index);
    rows.number.push(number);
    rows.line.push(line);
  };
  for (const f of p.functions) {
    f.row = rows.kind.length;
    push(HEAD, f, f.line, -1);
    if (f.callers.length) push(CALLERS, f, f.line, -1);
    let i = f.begin;
    const isOwn = () => i < f.end && p.file[i] === f.file;
    for (; isOwn() && p.number[i] < f.first; i++) push(CODE, f, p.number[i], i);
    const last = isKnown(f.text) ? f.first + countLines(f.text) : f.first;
    for (let number = f.first; number < last; number++) {
      const isHit = isOwn() && p.number[i] === number;
      push(CODE, f, number, isHit ? i++ : -1);
      while (isOwn() && p.number[i] === number) push(CODE, f, number, i++);
    }
    for (; isOwn(); i++) push(CODE, f, p.number[i], i);
    for (let file = f.file; i < f.end; i++) {
      if (p.file[i] !== file) push(FILE, f, p.file[i], -1);
      file = p.file[i];
      push(CODE, f, p.number[i], i);
    }
    push(GAP, f, 0, -1);
  }
  return { ...rows, lineRow };
}

function countLines(text) {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

const timePerHit = (p, i) => Number(p.lines.hits[i]) && isKnown(p.lines.time[i])
  ? cell(duration(Number(p.lines.time[i]) / Number(p.lines.hits[i]))) : cell("");

// The columns of the source, as they apply to this profile: name, width, cell of line i.
function sourceColumns(p) {
  const l = p.lines;
  const ifRun = (ns, i) => Number(l.hits[i]) || Number(ns) ? timeCell(ns) : cell("");
  const off = { name: "Off CPU", wide: "5.5rem", isSpare: true,
    cell: (i) => Number(l.off[i]) ? timeCell(l.off[i]) : cell("") };
  const times = [
    { name: "Time", wide: "5.5rem", isSpare: true, cell: (i) => ifRun(l.time[i], i) },
    { name: "Per hit", wide: "5.5rem", isSpare: true, cell: (i) => timePerHit(p, i) },
    ...(p.hasOff ? [off] : []),
    { name: "Self", wide: "5.5rem", cell: (i) => ifRun(l.self[i], i) },
  ];
  return [
    { name: "Hits", wide: "7rem", isSpare: p.times, cell: (i) => countCell(l.hits[i]) },
    ...(p.times ? times : []),
    { name: "%", wide: "6rem", cell: (i) => shareCell(p.weight[i], p.whole, p.most,
      p.hasOff ? Number(l.off[i]) : 0) },
  ];
}

const SOURCE_ROW = 20;
const MOST_LINKS = 8; // in one row

class Source {
  constructor(p) {
    this.p = p;
    this.rows = makeRows(p);
    this.columns = sourceColumns(p);
    this.title = make("span", { className: "where" });
    const columns = [{ name: "Line", wide: "4.5rem" }, ...this.columns,
      { name: "Source", wide: "max-content", isText: true }];
    const head = make("div", { role: "row", className: "row head", ariaRowIndex: 1 },
      ...columns.map((column) => make("span", { role: "columnheader",
        className: headClass(column) }, column.name)));
    head.lastChild.append(" ", this.title);
    const body = make("div", { role: "rowgroup", className: "rows" });
    this.element = make("div", { id: "code", role: "table", className: "table", tabIndex: 0,
      "aria-label": "Source of all functions", ariaRowCount: this.rows.kind.length + 1 },
    make("div", { role: "rowgroup", className: "top" }, head), body);
    setWidths(this.element, columns);
    this.view = new Rows(this.element, body, SOURCE_ROW, (i) => this.draw(i));
    this.view.onUpdate = () => this.tellWhere();
    this.view.setCount(this.rows.kind.length);
    this.listen();
  }

  // Which function the first row in sight belongs to.
  tellWhere() {
    const f = this.p.functions[this.rows.f[this.view.first()]];
    const text = f ? `${f.name} · ${this.p.placeOf(f.file, f.line)}` : "";
    if (this.title.textContent !== text) this.title.textContent = text;
  }

  draw(i) {
    const draw = [this.drawHead, this.drawCallers, this.drawCode, this.drawFile, this.drawGap];
    const element = draw[this.rows.kind[i]].call(this, i);
    element.dataset.row = i;
    return element;
  }

  rowOf(kind, ...cells) {
    return make("div", { role: "row", className: `row ${kind}` }, ...cells);
  }

  drawGap() {
    return this.rowOf("gap", cell(""));
  }

  drawFile(i) {
    return this.rowOf("file", textCell(this.p.files[this.rows.number[i]]));
  }

  drawHead(i) {
    const p = this.p, f = p.functions[this.rows.f[i]];
    const calls = !Number(f.calls) && !f.hits ? "never ran"
      : counted(f.calls, "call") + (isKnown(f.total)
        ? `, total ${duration(f.total)}, self ${duration(f.self)}` : "");
    return this.rowOf("function", textCell(make("h3", {}, f.name),
      make("span", { title: p.files[f.file] }, ` ${p.placeOf(f.file, f.line)} · ${calls}`)));
  }

  drawCallers(i) {
    const p = this.p, callers = p.functions[this.rows.f[i]].callers;
    const links = callers.slice(0, MOST_LINKS).flatMap((call) => [" ",
      placeLink(p, call.file, call.line, `${p.nameOf(call.caller)}:${call.line}`),
      ` ${digits(call.count)}×`]);
    const more = callers.length - MOST_LINKS;
    return this.rowOf("callers", textCell("called from", ...links,
      more > 0 ? ` and ${more} more` : ""));
  }

  callLinks(f, file, number) {
    const p = this.p;
    const calls = f.made.get(`${file}:${number}`) || [];
    const links = calls.slice(0, MOST_LINKS).map((call) => {
      const text = `→ ${p.nameOf(call.callee)}`;
      const title = counted(call.count, "call") +
        (isKnown(call.total) && call.callee !== call.caller ? `, ${duration(call.total)}` : "");
      const callee = p.functions[call.callee];
      return callee ? make("span", { className: "call" },
        placeLink(p, callee.file, callee.line, text, title))
        : make("span", { className: "call", title }, text);
    });
    if (calls.length > MOST_LINKS)
      links.push(make("span", { className: "call" }, `and ${calls.length - MOST_LINKS} more`));
    return links;
  }

  // The text in its colours, with what is searched for marked.
  codeCell(text, links) {
    const element = make("span", { role: "cell", className: "text code",
      ariaColIndex: this.columns.length + 2 }); // what is not counted has no cells before it
    const whole = plain(text);
    const size = this.query ? this.query.length : 0;
    let match = size ? this.matches(whole) : -1;
    let at = 0;
    for (let [piece, kind] of pieces(text)) {
      while (piece) {
        const isMatch = match >= 0 && at >= match;
        const end = match < 0 ? at + piece.length : isMatch ? match + size : match;
        const part = piece.slice(0, end - at);
        element.append(!isMatch && !kind ? part
          : make(isMatch ? "mark" : "span", { className: kind }, part));
        at += part.length;
        piece = piece.slice(part.length);
        if (isMatch && at >= match + size) match = this.matches(whole, at);
      }
    }
    element.append(...links);
    return element;
  }

  drawCode(i) {
    const p = this.p, line = this.rows.line[i], number = this.rows.number[i];
    const f = p.functions[this.rows.f[i]];
    const file = line < 0 ? f.file : p.file[line];
    const text = line < 0 ? codeAt(f, number) : codeOfLine(p, line);
    const cells = line < 0 ? [] : this.columns.map((column) => columnCell(column, line));
    const links = line < 0 ? [] : this.callLinks(f, file, number);
    const row = this.rowOf(line < 0 ? "code" : "code hit",
      make("span", { role: "rowheader", className: "number" }, placeLink(p, file, number, String(number))),
      ...cells, this.codeCell(text, links));
    if (line >= 0 && !Number(p.lines.hits[line])) row.classList.add("never");
    if (i === this.current) this.markCurrent(row);
    return row;
  }

  markCurrent(row) {
    row.classList.add("current");
    row.tabIndex = 0;
  }

  // Go to a row; focus is for those who go by keyboard.
  go(i, focus = true) {
    const old = this.view.drawn.get(this.current);
    if (old) {
      old.classList.remove("current");
      old.removeAttribute("tabindex");
    }
    this.current = i;
    this.view.show(i);
    const row = this.view.drawn.get(i);
    this.markCurrent(row);
    if (focus) row.focus({ preventScroll: true });
    this.tell(i);
  }

  goLine(line, focus) {
    this.go(this.rows.lineRow[line], focus);
    this.remember(line);
  }

  remember(line) {
    const place = "#" + encodeURI(this.p.placeOf(this.p.file[line], this.p.number[line]));
    if (location.hash !== place) history.pushState(null, "", place);
  }

  step(by) {
    let i = this.current ?? this.view.first();
    do i += by; while (this.rows.kind[i] !== CODE && i >= 0 && i < this.rows.kind.length);
    if (this.rows.kind[i] === CODE) this.go(i);
  }

  listen() {
    const rowUnder = (event) => event.target.closest?.("[data-row]");
    this.element.addEventListener("mouseover", (event) => {
      const row = rowUnder(event);
      if (row) this.tell(Number(row.dataset.row));
    });
    this.element.addEventListener("click", (event) => {
      const row = rowUnder(event);
      const i = row ? Number(row.dataset.row) : -1;
      if (!event.target.closest("a") && this.rows.kind[i] === CODE) this.go(i);
    });
    this.element.addEventListener("keydown", (event) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!by || this.current === undefined || event.target === this.element) return;
      event.preventDefault();
      this.step(by);
    });
  }

  // ---- What is known of one line ----

  tell(i) {
    const line = this.rows.line[i];
    if (this.told === line || line === undefined || line < 0) return;
    this.told = line;
    this.detail.replaceChildren(...this.facts(line), ...this.histogram(line));
    this.detail.hidden = false;
  }

  closeDetail() {
    this.detail.hidden = true;
    this.told = undefined;
  }

  facts(i) {
    const p = this.p, l = p.lines, f = p.functions[p.owner[i]];
    const time = (column) => isKnown(column?.[i]) ? [duration(column[i]), `${digits(column[i])} ns`] : null;
    const count = (column) => isKnown(column?.[i]) ? [digits(column[i])] : null;
    const ofFunction = isKnown(l.time?.[i]) && Number(f.total)
      ? [percent(Number(l.time[i]) / Number(f.total))] : null;
    const list = [
      ["Hits", count(l.hits)], ["Time", time(l.time)], ["give or take", time(l.se)],
      ["of its function", ofFunction], ["Self", time(l.self)], ["Off CPU", time(l.off)],
      ["Visits timed", count(l.timed)], ["shortest", time(l.min)], ["p50", time(l.p50)],
      ["p90", time(l.p90)], ["p99", time(l.p99)], ["longest", time(l.max)],
    ].filter(([, value]) => value);
    const place = p.placeOf(p.file[i], p.number[i]);
    return [make("h3", {}, `${place} in ${f.name}`), make("dl", {}, ...list.map(
      ([name, [text, title = ""]]) => make("div", {}, make("dt", {}, name),
        make("dd", { title }, text))))];
  }

  // Bars for visits by how long they took, each half an octave.
  histogram(i) {
    const visits = this.p.lines.visits[i];
    if (!visits) return [];
    const [first, ...counts] = visits;
    const most = Math.max(...counts.map(Number));
    const begin = (bucket) => bucket ? Math.SQRT2 ** bucket : 0;
    const bars = counts.map((count, b) => make("span", {
      className: "column",
      title: `${duration(begin(first + b))} to ${duration(begin(first + b + 1))}: ${counted(count, "visit")}`,
      style: { height: `${count ? Math.max(100 * count / most, 3) : 0}%` } }));
    const label = `from ${duration(begin(first))} to ${duration(begin(first + counts.length))}`;
    return [make("div", { className: "histogram", role: "img",
      "aria-label": `How long visits took, ${label}` }, ...bars), make("p", {}, label)];
  }

  // ---- Search ----

  // All rows that hold the query, in their order.
  find(query) {
    const p = this.p;
    this.query = query;
    this.matches = matcher(query);
    this.found = [];
    this.foundAt = -1;
    if (query) {
      for (let i = 0; i < this.rows.kind.length; i++)
        if (this.holds(p, i)) this.found.push(i);
    }
    this.view.redraw();
  }

  holds(p, i) {
    const kind = this.rows.kind[i], f = p.functions[this.rows.f[i]];
    if (kind === HEAD) return this.matches(f.name) >= 0;
    if (kind !== CODE) return false;
    const line = this.rows.line[i];
    const text = line < 0 ? codeAt(f, this.rows.number[i]) : codeOfLine(p, line);
    return this.matches(ANY_MARK.test(text) ? plain(text) : text) >= 0;
  }

  // The next match, or the one before; the first is the one behind what is in sight.
  goMatch(by, focus) {
    const count = this.found.length;
    if (!count) return;
    if (this.foundAt < 0) {
      const from = this.view.first();
      const next = this.found.findIndex((row) => row >= from);
      this.foundAt = by > 0 ? Math.max(next, 0) : (next < 0 ? count : next) - 1;
    } else {
      this.foundAt += by;
    }
    this.foundAt = (this.foundAt + count) % count;
    this.go(this.found[this.foundAt], focus);
  }
}

// ---- Where the address points to ----

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

// ---- Keys ----

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
      this.source.closeDetail();
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

// ---- The page ----

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
  source.found = [];
  source.detail = make("aside", { id: "detail", "aria-label": "About the line", hidden: true });
  const toSource = () => document.getElementById("source").scrollIntoView();
  const functions = functionTable(p);
  const filter = filterBox(p, functions);
  const { box, found } = makeSearch(source);
  const help = makeHelp();
  const bar = make("nav", { "aria-label": "Page" },
    ...[["hot", "Lines"], ["functions-section", "Functions"], ["source", "Source"]]
      .map(([id, text]) => make("a", { href: `#${id}` }, text)),
    make("span", { className: "space" }), box, found,
    make("button", { type: "button", ariaLabel: "Keys", onclick: () => help.showModal() }, "?"));
  const goLine = (line) => {
    toSource();
    source.goLine(line, true);
  };
  const hot = hotTable(p);
  const map = p.times ? "Where the time went" : "Where the hits were";
  const [lines, area] = p.byWeight.length ? [[section("hot", "Hottest lines", hot.element)],
    [section("area", map, makeMap(p, goLine))]] : [[], []];
  document.querySelector("main").append(bar, ...lines, make("div", { className: "sides" },
    section("functions-section", "Functions", filter, functions.element), ...area),
  ...otherTables(p), section("source", "Source", source.element), source.detail, help);
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
