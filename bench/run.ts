// Runs all benches one after another and collects their result lines.
// Usage: npm run bench [-- --quick]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = new URL('./', import.meta.url);
const names = (await readdir(here)).filter((name) => name.endsWith('.ts') && name !== 'run.ts').toSorted();
const results: unknown[] = [];
let failed = false;
for (const name of names) {
  console.log(`\n${name}`);
  const child = spawn(process.execPath, [fileURLToPath(new URL(name, here)), ...process.argv.slice(2)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{"bench"')) results.push(JSON.parse(line));
    else console.log(line);
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  failed ||= code !== 0;
}
const file = new URL('../var/bench.json', import.meta.url);
await mkdir(new URL('./', file), { recursive: true });
await writeFile(file, `${JSON.stringify({ at: new Date().toISOString(), results }, undefined, 2)}\n`);
console.log(`\n${results.length} results in var/bench.json`);
if (failed) process.exitCode = 1;
