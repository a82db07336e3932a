// This module is shared by start, test and verify. It is plain JavaScript without dependencies, because it runs before `npm ci`
// and on any Node from version 20.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');

export const fail = (message) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

/** Signals that stop a start. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const version = process.versions.node.split('.').map(Number);

/**
 * Returns the Node 24 in node_modules, which does not need an install script, or otherwise this Node if it can run TypeScript.
 */
export const node = () => {
  const ours = join(MODULES, '.bin/node');
  if (existsSync(ours)) return ours;
  if (version[0] > 22 || (version[0] === 22 && version[1] >= 18)) return process.execPath;
  return fail(
    `This is Node ${process.versions.node}, and npm has no Node 24 for ${process.platform}-${process.arch}.\n` +
      '  Install Node 24 from https://nodejs.org, then try again.',
  );
};

const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

/**
 * Returns whether node_modules matches package-lock.json. npm writes node_modules/.package-lock.json last, so this detects an
 * interrupted install.
 */
const isInstalled = () => {
  const wanted = readJson(join(ROOT, 'package-lock.json'))?.packages;
  const present = readJson(join(MODULES, '.package-lock.json'))?.packages;
  if (wanted === undefined)
    return fail('package-lock.json is missing or damaged. Restore it: git checkout package-lock.json');
  if (present === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.link) return true;
    const found = present[path];
    // Packages for other platforms may be missing.
    return found === undefined
      ? entry.optional === true || entry.peer === true
      : found.version === entry.version;
  });
};

const suits = (wanted, ours) => wanted === undefined || wanted.includes(ours);

/** Returns the packages that will be at the top level of node_modules on this platform. Progress is measured by them. */
const topLevel = () =>
  Object.entries(readJson(join(ROOT, 'package-lock.json')).packages)
    .filter(
      ([path, { os, cpu }]) =>
        path.split('node_modules/').length === 2 && suits(os, process.platform) && suits(cpu, process.arch),
    )
    .map(([path]) => join(ROOT, path, 'package.json'));

/** Runs `npm ci` when node_modules is missing, incomplete or made from another package-lock.json. */
export const install = async () => {
  if (version[0] < 20) fail(`Node 20 or newer is needed to start; this is ${process.versions.node}.`);
  if (isInstalled()) return;
  const expected = topLevel();
  const began = Date.now();
  const show = () => {
    const seconds = Math.round((Date.now() - began) / 1000);
    const text = `installing packages (npm ci): ${expected.filter(existsSync).length} of ${expected.length} (${seconds} s)`;
    const hint = seconds > 300 ? '; if it makes no progress, press Ctrl-C and start again' : '';
    process.stdout.write(process.stdout.isTTY ? `\r\u001B[K${text}${hint}` : `  … ${text}${hint}\n`);
  };
  const timer = setInterval(show, process.stdout.isTTY ? 500 : 7_000);
  const npm = process.env.npm_execpath === undefined ? ['npm'] : [process.execPath, process.env.npm_execpath];
  let stop;
  const args = [...npm.slice(1), 'ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const code = await run(npm[0], args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    started: (child) => {
      // Otherwise, npm would keep running in node_modules after a start has been stopped.
      stop = (signal) => {
        child.kill(signal);
        process.exit(130);
      };
      for (const signal of SIGNALS) process.on(signal, stop);
    },
  });
  for (const signal of SIGNALS) process.off(signal, stop);
  clearInterval(timer);
  if (code !== 0) {
    fail(
      '\nnpm ci failed; its message is above. Without a network, copy node_modules from a machine that has one.',
    );
  }
  const clear = process.stdout.isTTY ? '\r\u001B[K' : '';
  process.stdout.write(`${clear}  ✓ packages installed (${Math.round((Date.now() - began) / 1000)} s)\n`);
};

/** Returns an environment whose PATH starts with the folder of `node` and the tools from node_modules. */
export const environment = () => ({ ...process.env, PATH: `${join(MODULES, '.bin')}:${process.env.PATH}` });

/** Runs a program in the checkout. Resolves to its exit code, which is 128 or more if a signal ended it. */
export const run = (command, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, env: environment(), stdio: 'inherit', ...options });
    options.started?.(child);
    child.stdout?.resume();
    child.once('error', (error) => fail(`${command} could not be run: ${error.message}`));
    child.once('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
