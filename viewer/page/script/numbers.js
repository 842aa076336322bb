// SPDX-License-Identifier: MIT
// Numbers as people read them.
"use strict";

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

// In percent, as the text has it.
function change(was, is) {
  if (was === is) return "+0.0 %";
  if (!(was > 0)) return "new";
  const percent = 100 * (is - was) / was;
  return `${percent < 0 ? "" : "+"}${percent.toFixed(1)} %`;
}

const isKnown = (value) => value !== null && value !== undefined;

// From which share of the whole on a line is how hot.
const HEATS = [0.2, 0.05, 0.01, 0.001, 0];

function heat(share) {
  const index = HEATS.findIndex((least) => share > least);
  return index < 0 ? 0 : HEATS.length - index;
}
