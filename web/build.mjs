// Builds the pages into the Python package. The digest of the sources goes along, so that a test can tell
// without Node whether what ships was built from what lies here.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { build, context } from "esbuild";

const out = "../src/gyges/studio/web";
const settings = {
  entryPoints: { app: "src/main.tsx" },
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: !process.argv.includes("--watch"),
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "inline",
  outdir: out,
};

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? sources(join(folder, entry.name)) : [join(folder, entry.name)]))
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
}

export function digest() {
  const sum = createHash("sha256");
  for (const path of [...sources("src"), "package.json"]) sum.update(path).update("\0").update(readFileSync(path)).update("\0");
  return sum.digest("hex");
}

for (const file of ["index.html", "favicon.svg"]) copyFileSync(`src/${file}`, `${out}/${file}`);
if (process.argv.includes("--watch")) {
  await (await context(settings)).watch();
} else {
  await build(settings);
  writeFileSync(`${out}/sources.sha256`, `${digest()}\n`);
}
