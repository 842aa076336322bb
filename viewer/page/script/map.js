// SPDX-License-Identifier: MIT
// The map: files, functions in them, lines in them, with areas by weight.
"use strict";

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
