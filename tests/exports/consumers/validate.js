// SPDX-License-Identifier: MIT
// Is a file what a JSON schema says?  usage: node validate.js SCHEMA FILE
"use strict";
const fs = require("fs");

const [schema, file] = process.argv.slice(2).map((name) =>
  JSON.parse(fs.readFileSync(name, "utf8")));
const is2020 = (schema.$schema ?? "").includes("2020-12");
const Ajv = require(is2020 ? "ajv/dist/2020" : "ajv").default;
const ajv = new Ajv({ allErrors: true, strict: is2020 });
const validate = ajv.compile(schema);
if (!validate(file)) {
  console.error(ajv.errorsText(validate.errors, { separator: "\n" }));
  process.exit(1);
}
