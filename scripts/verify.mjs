// Implements `npm run verify`, the checks to run before a commit. Every step runs even after a failure, so that one run shows all
// problems.
import { spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { environment, install, node, ROOT } from './bootstrap.mjs';

await install();
// Files that have not changed since the last run are not checked again for format and types.
const CACHE = 'node_modules/.cache/verify';
// The longest steps come first. Two run at a time, so short ones fill the gaps at the end.
const STEPS = [
  ['unit and replay tests', 'node_modules/vitest/vitest.mjs', ['run', '--config', 'vitest.unit.config.ts']],
  ['lint', 'node_modules/oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']],
  ['OpenAPI', 'scripts/check-openapi.ts', []],
  ['types of the clients match the contract', 'scripts/client-types.ts', ['--check']],
  ['dead code', 'node_modules/knip/bin/knip.js', []],
  [
    'format',
    'node_modules/prettier/bin/prettier.cjs',
    ['--check', '--log-level', 'warn', '--cache', '--cache-location', `${CACHE}/prettier`, '.'],
  ],
  [
    'types',
    'node_modules/typescript/bin/tsc',
    ['--noEmit', '--incremental', '--tsBuildInfoFile', `${CACHE}/types.tsbuildinfo`],
  ],
  [
    'types of the console',
    'node_modules/typescript/bin/tsc',
    ['-p', 'console', '--noEmit', '--incremental', '--tsBuildInfoFile', `${CACHE}/console.tsbuildinfo`],
  ],
  [
    'types of the TypeScript client',
    'node_modules/typescript/bin/tsc',
    ['-p', 'clients/typescript', '--incremental', '--tsBuildInfoFile', `${CACHE}/client.tsbuildinfo`],
  ],
];
const program = node();

const check = ([name, script, args]) =>
  new Promise((resolve) => {
    const began = Date.now();
    // Uses fewer generated inputs for property tests. The full test run uses all of them.
    const env = { ...environment(), PROPERTY_EFFORT: '0.1' };
    const child = spawn(program, [script, ...args], { cwd: ROOT, env });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.once('close', (code) => {
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)\n`);
      if (code !== 0) process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });

const began = Date.now();
const waiting = [...STEPS];
const results = [];
const lane = async () => {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift())
    results.push(await check(step));
};
await Promise.all(Array.from({ length: Math.min(cpus().length, 4) }, lane));
const failed = results.filter((passed) => !passed).length;
const seconds = ((Date.now() - began) / 1000).toFixed(1);
process.stdout.write(
  failed === 0
    ? `\nAll checks passed (${seconds} s)\n`
    : `\n${failed} of ${STEPS.length} checks failed (${seconds} s)\n`,
);
process.exit(failed === 0 ? 0 : 1);
