import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { createBom } from './lib/supply/bom.ts';
import { readComponents } from './lib/supply/components.ts';

// Writes the bill of materials of this checkout (CycloneDX 1.6): npm run -s sbom [-- <file>]
const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
const seconds =
  process.env['SOURCE_DATE_EPOCH'] ??
  (await promisify(execFile)('git', ['log', '-1', '--format=%ct'])).stdout.trim();
const bom = createBom(await readComponents('.'), { version, at: new Date(Number(seconds) * 1_000) });
const [, , file] = process.argv;
if (file === undefined) process.stdout.write(bom);
else await writeFile(file, bom);
