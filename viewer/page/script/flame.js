// SPDX-License-Identifier: MIT
// The flame graph: who called whom from where, callers above, as wide as what they took.
"use strict";

const FLAME_ROW = 18; // pixels
const LEAST_FRAME = 3;
const MOST_FRAMES = 1200;
const MOST_ROWS = 500;

// A context's line for each place in it that took time or called something that did.
function contextLines(p, c, children) {
  const f = p.functions[p.contexts.function[c]];
  const lines = new Map();
  const at = (file, number) => {
    const place = `${file}:${number}`;
    if (!lines.has(place)) lines.set(place, { file, number, weight: 0, calls: [] });
    return lines.get(place);
  };
  for (let i = f.begin; i < f.end; i++)
    if (p.weight[i] > 0) at(p.file[i], p.number[i]).weight += p.weight[i] * p.contexts.share[c];
  for (const line of lines.values()) // what is not profiled is part of the line's own
    for (const { callee, own } of p.times && f.made.get(`${line.file}:${line.number}`) || [])
      if (own > 0) line.calls.push({ name: callee, weight: own * p.contexts.share[c], lines: [] });
  for (const child of children) {
    const line = at(p.contexts.file[child.context], p.contexts.line[child.context]);
    line.weight += child.weight;
    line.calls.push(child);
  }
  return [...lines.values()].sort((a, b) => b.weight - a.weight);
}

// Roots of {context, weight, lines}; a line has `calls` of the same kind, or with a name
// where that is all there is.
function flameTree(p) {
  const count = p.contexts.function.length;
  const children = Array.from({ length: count }, () => []);
  const roots = [];
  for (let c = count - 1; c >= 0; c--) {
    children[c].sort((a, b) => b.weight - a.weight);
    const lines = contextLines(p, c, children[c]);
    const node = { context: c, lines, weight: lines.reduce((sum, line) => sum + line.weight, 0) };
    if (node.weight > 0) (children[p.contexts.parent[c]] || roots).push(node);
  }
  return roots.sort((a, b) => b.weight - a.weight);
}

// What can be seen at some width: {x, w, depth, weight, f, line}, the widest of all.
function flameFrames(p, roots, width) {
  const frames = [];
  const scale = width / p.whole;
  const place = (node, x, depth, from) => {
    if (node.weight * scale < LEAST_FRAME || depth > MOST_ROWS) return;
    const f = node.name ? { name: node.name, from } : p.functions[p.contexts.function[node.context]];
    frames.push({ x, w: node.weight * scale, depth, weight: node.weight, f });
    let left = x;
    for (const line of node.lines) {
      if (line.weight * scale < LEAST_FRAME) break;
      frames.push({ x: left, w: line.weight * scale, depth: depth + 1, weight: line.weight, f, line });
      let inside = left;
      for (const call of line.calls) {
        place(call, inside, depth + 2, { f, line });
        inside += call.weight * scale;
      }
      left += line.weight * scale;
    }
  };
  let x = 0;
  for (const root of roots) {
    place(root, x, 0);
    x += root.weight * scale;
  }
  return frames.sort((a, b) => b.w - a.w).slice(0, MOST_FRAMES);
}

// The profile's line of a frame; of a function its first, or the one that called it.
function lineOfFrame(p, { f, line }) {
  if (f.from) return lineOfFrame(p, f.from);
  for (let i = f.begin; line && i < f.end; i++)
    if (p.file[i] === line.file && p.number[i] === line.number) return i;
  return f.begin;
}

function makeFrame(p, frame, go) {
  const { f, line, weight } = frame;
  const name = line ? p.placeOf(line.file, line.number) : f.name;
  const share = percent(weight / p.whole);
  const title = line ? `${name} in ${f.name}: ${share}` : `${name}: ${share}`;
  const kind = line ? `heat${heat(weight / p.whole)}` : "rest";
  return make("div", { className: `frame ${kind}`, title, onclick: () => go(lineOfFrame(p, frame)),
    style: { left: `${frame.x}px`, top: `${frame.depth * FLAME_ROW}px`,
      width: `${frame.w}px` } },
  frame.w > 2 * FLAME_ROW ? (line ? `:${line.number}` : name) : "");
}

// What the stacks are made of, by `basis`.
const FLAME_BASES = {
  recorded: "Each call stands where it was made.",
  calls: "Put together from calls: who called a caller has a share of what that called.",
  both: "Of functions with frames each call stands where it was made; all else is shared out by calls.",
};

// The links above functions say the same to those who cannot see it.
function makeFlame(p, go) {
  const element = make("div", { id: "flame", ariaHidden: "true" });
  const inside = make("div");
  const roots = flameTree(p);
  let width = 0;
  element.append(inside);
  new ResizeObserver(() => {
    if (element.clientWidth === width) return;
    width = element.clientWidth;
    const frames = flameFrames(p, roots, width);
    const deepest = frames.reduce((most, frame) => Math.max(most, frame.depth), 0);
    inside.style.height = `${(deepest + 1) * FLAME_ROW}px`;
    inside.replaceChildren(...frames.map((frame) => makeFrame(p, frame, go)));
  }).observe(element);
  return element;
}
