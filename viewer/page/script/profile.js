// SPDX-License-Identifier: MIT
// The profile: the columns that the page carries (html_data.h) put together.
"use strict";

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
    p.functions[p.owner[line]].hasOthers = true;
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
      count: c.count[i], total: c.total[i], own: Number(c.own?.[i] ?? 0) };
    const place = `${call.file}:${call.line}`;
    const made = p.functions[caller]?.made;
    if (made) made.set(place, [...made.get(place) || [], call]);
    p.functions[call.callee]?.callers.push(call);
  });
}

// Rows that are gone, with their functions.
function placeGone(p) {
  for (const f of p.functions) f.gone = [];
  p.base?.rows.forEach(([f], i) => p.functions[f].gone.push(i));
}

function makeProfile(data) {
  const p = { ...data, functions: makeFunctions(data.functions),
    short: shortPaths(data.files) };
  placeLines(p);
  weighLines(p);
  placeCalls(p);
  placeGone(p);
  p.placeOf = (file, number) => `${p.short[file]}:${number}`;
  p.nameOf = (f) => typeof f === "string" ? f : p.functions[f].name;
  return p;
}

function placeLink(p, file, number, text = p.placeOf(file, number), title = "") {
  return make("a", { href: "#" + encodeURI(p.placeOf(file, number)), title }, text);
}

const functionLink = (p, f) => placeLink(p, f.file, f.line, f.name, f.symbol);
