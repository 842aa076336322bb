// SPDX-License-Identifier: MIT
// Tables that are sorted and filtered.
"use strict";

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

// What the functions were before, and what has become of that.
function changeColumns(p) {
  if (!p.base) return [];
  const [is, was, show, toCell] = p.times
    ? [p.functions.map((f) => f.total), p.base.functions.total, duration, timeCell]
    : [p.functions.map((f) => f.calls), p.base.functions.calls, digits, countCell];
  const known = (i) => isKnown(was[i]) && isKnown(is[i]);
  return [
    { name: "Before", key: (i) => Number(was[i]), cell: (i) => toCell(was[i]) },
    { name: "Change", key: (i) => known(i) ? Number(is[i]) - Number(was[i]) : -Infinity,
      cell: (i) => known(i) ? changeCell(was[i], is[i], show)
        : cell(isKnown(p.base.functions.calls[i]) ? "" : "new") },
  ];
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
    ...changeColumns(p),
    { name: "Calls", wide: "minmax(8rem, 1fr)", key: (i) => Number(f[i].calls), cell: (i) => callsCell(f[i]) },
    { name: "Place", isText: true, wide: "minmax(7rem, 1.5fr)",
      key: (i) => p.placeOf(f[i].file, String(f[i].line).padStart(9)),
      cell: (i) => textCell(p.placeOf(f[i].file, f[i].line)) },
  ];
  const table = new Table("functions", "Functions", columns, f.map((f) => f.index));
  table.sortBy(columns.findIndex((column) => column.name === (p.base ? "Change" : "%")));
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
  const gone = p.base?.gone.map(([f, file, line, calls, total]) =>
    [f, `${file}:${line}`, calls, total]) || [];
  const tables = [
    ["gone", "Functions that are gone", [name("Function"), name("Place"), ["Calls", countCell],
      ["Total", timeCell]], gone],
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
