// SPDX-License-Identifier: MIT
// Unpacks the report's program (report.js), whose digest the page's policy names as it does
// this one's, and starts it on the data.  A page that is cut short or altered does not unpack.
"use strict";

// The text that an element holds, compressed.
async function unpack(id) {
  const packed = atob(document.getElementById(id).textContent);
  const bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; i++) bytes[i] = packed.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

function tellBroken(error) {
  const message = document.createElement("p");
  message.className = "broken";
  message.setAttribute("role", "alert");
  message.textContent = "This page is cut short or was changed, or the browser is too old " +
    `for it: what it holds cannot be read (${error.message}).`;
  document.body.append(message);
}

document.addEventListener("DOMContentLoaded", async () => {
  try {
    const program = document.createElement("script");
    program.textContent = await unpack("program");
    document.head.append(program);
    showReport(JSON.parse(await unpack("data")));
  } catch (error) {
    tellBroken(error);
  }
  document.body.dataset.ready = "";
});
