// SPDX-License-Identifier: MIT
// Elements of the page; all text in them is text.
"use strict";

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

// From which change on it is coloured.
const COLORED = 0.05;

// What has become of a quantity; show(difference) says how much that is.
function changeCell(was, is, show) {
  if (!isKnown(was) || !isKnown(is)) return cell("");
  const more = Number(is) - Number(was);
  const isMuch = Math.abs(more) >= COLORED * Number(was) && more;
  return cell(change(Number(was), Number(is)), (more < 0 ? "-" : "+") + show(Math.abs(more)),
    "number" + (!isMuch ? "" : more > 0 ? " more" : " less"));
}

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
