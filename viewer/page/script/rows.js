// SPDX-License-Identifier: MIT
// Rows that are there while they are in sight.
"use strict";

const SPARE_ROWS = 8; // above and below what is in sight
const COVERED_PIXELS = 220; // at the bottom, by what is said of a line
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
    const top = i * this.height, above = this.above(), view = this.view();
    const lowest = above + Math.max(view - COVERED_PIXELS, this.height);
    if (top < above || top > above + view)
      this.scroller.scrollTop = (top - view / 3) / this.ratio();
    else if (top > lowest)
      this.scroller.scrollTop += (top - lowest) / this.ratio();
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
