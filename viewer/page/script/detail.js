// SPDX-License-Identifier: MIT
// What is known of one line.
"use strict";

class Detail {
  constructor(p) {
    this.p = p;
    this.element = make("aside", { id: "detail", "aria-label": "About the line", hidden: true });
  }

  tell(line) {
    if (this.told === line) return;
    this.told = line;
    this.element.replaceChildren(...this.facts(line), ...this.histogram(line));
    this.element.hidden = false;
  }

  close() {
    this.element.hidden = true;
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
      ["Hits before", count(p.base?.lines.hits)], ["Time before", time(p.base?.lines.time)],
      ["Allocations", count(l.allocs)], ["Bytes", count(l.bytes)],
      ["Self bytes", count(l.ownBytes)], ["Bytes freed", count(l.freed)],
      ["Bytes at the peak", count(l.peakBytes)],
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
}
