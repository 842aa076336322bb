// SPDX-License-Identifier: MIT
// The source of all functions, its numbers beside it.
"use strict";

const SOURCE_ROW = 20;
const MOST_LINKS = 8; // in one row

class Source {
  constructor(p) {
    this.p = p;
    this.found = []; // rows that hold what is searched for
    this.detail = new Detail(p);
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
    const draw = [this.drawHead, this.drawCallers, this.drawCode, this.drawFile, this.drawGap,
      this.drawGone];
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

  drawGone(i) {
    const row = this.p.base.rows[this.rows.number[i]];
    const cells = this.columns.map((column) => columnCell(
      { ...column, cell: column.was || (() => cell("")) }, row));
    return this.rowOf("code gone", make("span", { role: "rowheader", className: "number" },
      String(row[2])), ...cells, this.codeCell(row[5], []));
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
    if (line >= 0 && p.base && !isKnown(p.base.lines.number[line])) row.classList.add("added");
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

  tell(i) {
    if (this.rows.line[i] >= 0) this.detail.tell(this.rows.line[i]);
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

  // All rows that hold the query, in their order.
  find(query) {
    const p = this.p;
    this.query = query;
    this.matches = matcher(query);
    this.found = [];
    this.foundAt = -1;
    for (const f of query ? p.functions : []) {
      if (!this.mayHold(f)) continue;
      for (let i = f.row; i < f.rowEnd; i++)
        if (this.holds(p, i)) this.found.push(i);
    }
    this.view.redraw();
  }

  // Looking at the text as a whole leaves out most functions soon.
  mayHold(f) {
    f.plain ??= isKnown(f.text) ? plain(f.text) : "";
    return f.hasOthers || this.matches(f.name) >= 0 || this.matches(f.plain) >= 0;
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
