// SPDX-License-Identifier: MIT
// Which rows the source has, and what is on them.
"use strict";

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

const HEAD = 0, CALLERS = 1, CODE = 2, FILE = 3, GAP = 4, GONE = 5; // kinds of rows

// All rows of the source: kind, function, number of the line, its index or -1.  Of one that
// is gone the number is its index among those.
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
  let gone = [];
  const pushGone = (f, number) => {
    for (const i of gone) if (p.base.rows[i][1] === number) push(GONE, f, i, -1);
    gone = gone.filter((i) => p.base.rows[i][1] !== number);
  };
  const pushCode = (f, number, line) => {
    if (gone.length) pushGone(f, number);
    push(CODE, f, number, line);
  };
  for (const f of p.functions) {
    gone = f.gone;
    f.row = rows.kind.length;
    push(HEAD, f, f.line, -1);
    if (f.callers.length) push(CALLERS, f, f.line, -1);
    let i = f.begin;
    const isOwn = () => i < f.end && p.file[i] === f.file;
    for (; isOwn() && p.number[i] < f.first; i++) pushCode(f, p.number[i], i);
    const last = isKnown(f.text) ? f.first + countLines(f.text) : f.first;
    for (let number = f.first; number < last; number++) {
      const isHit = isOwn() && p.number[i] === number;
      pushCode(f, number, isHit ? i++ : -1);
      while (isOwn() && p.number[i] === number) push(CODE, f, number, i++);
    }
    for (; isOwn(); i++) pushCode(f, p.number[i], i);
    for (const i of gone) push(GONE, f, i, -1);
    for (let file = f.file; i < f.end; i++) {
      if (p.file[i] !== file) push(FILE, f, p.file[i], -1);
      file = p.file[i];
      push(CODE, f, p.number[i], i);
    }
    push(GAP, f, 0, -1);
    f.rowEnd = rows.kind.length;
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

// The columns of the source, as they apply to this profile: name, width, cell of line i;
// was(row), the cell of a row that is gone.
function sourceColumns(p) {
  const l = p.lines;
  const ifRun = (ns, i) => Number(l.hits[i]) || Number(ns) ? timeCell(ns) : cell("");
  const off = { name: "Off CPU", wide: "5.5rem", isSpare: true,
    cell: (i) => Number(l.off[i]) ? timeCell(l.off[i]) : cell("") };
  const was = p.base?.lines;
  const oldHits = { name: "Old hits", wide: "7rem", isSpare: p.times,
    cell: (i) => countCell(was.hits[i]), was: (row) => countCell(row[3]) };
  const oldTime = { name: "Old time", wide: "5.5rem", isSpare: true,
    cell: (i) => timeCell(was.time[i]), was: (row) => timeCell(row[4]) };
  const become = { name: "Change", wide: "5.5rem",
    cell: (i) => changeCell(was.time[i], l.time[i], duration) };
  const bytes = { name: "Bytes", wide: "7rem", isSpare: true,
    cell: (i) => Number(l.bytes[i]) ? countCell(l.bytes[i]) : cell("") };
  const times = [
    ...(was ? [oldTime] : []),
    { name: "Time", wide: "5.5rem", isSpare: true, cell: (i) => ifRun(l.time[i], i) },
    ...(was ? [become] : []),
    { name: "Per hit", wide: "5.5rem", isSpare: true, cell: (i) => timePerHit(p, i) },
    ...(p.hasOff ? [off] : []),
    { name: "Self", wide: "5.5rem", cell: (i) => ifRun(l.self[i], i) },
  ];
  return [
    ...(was ? [oldHits] : []),
    { name: "Hits", wide: "7rem", isSpare: p.times, cell: (i) => countCell(l.hits[i]) },
    ...(p.times ? times : []),
    ...(l.bytes ? [bytes] : []),
    { name: "%", wide: "6rem", cell: (i) => shareCell(p.weight[i], p.whole, p.most,
      p.hasOff ? Number(l.off[i]) : 0) },
  ];
}
