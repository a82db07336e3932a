import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { expect, it, onTestFinished } from 'vitest';
import { printCompletion } from '../../../src/cli/completion.ts';

const program = new Command('pramaan').option('--profile <name>');
const runs = program.command('run');
runs.command('start').argument('<vertical>').option('--live').option('--case <file>');
runs.command('list').option('--limit <n>');
program.command('records');

/** Bash's suggestions for the last word. */
const offered = async (...words: readonly string[]): Promise<string> => {
  const { text } = await printCompletion(program, 'bash');
  const ask = `COMP_WORDS=(pramaan "$@"); COMP_CWORD=$#; _pramaan; echo "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', `${text}\n${ask}`, 'bash', ...words], {
    cwd: '/',
    encoding: 'utf8',
  }).trim();
};

it('bash completes commands, their subcommands and their options', async () => {
  expect(await offered('r')).toBe('run records');
  expect(await offered('run', '')).toBe('start list');
  expect(await offered('run', 'start', 'kyc', '--l')).toBe('--live');
  expect(await offered('run', 'list', '--')).toBe('--limit');
});

it('the command that the guide shows reads the files of the folder that it is used in', async () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const guide = await readFile(join(root, 'docs/clients.md'), 'utf8');
  const [, command = ''] = /`alias pramaan='([^']+)'`/.exec(guide) ?? [];
  const cwd = await mkdtemp(join(tmpdir(), 'alias-'));
  onTestFinished(async () => rm(cwd, { recursive: true }));
  await copyFile(join(root, 'docs/ledger/example/export.jsonl'), join(cwd, 'ours.jsonl'));
  await copyFile(join(root, 'docs/ledger/example/keys.txt'), join(cwd, 'keys.txt'));
  const line = `${command.replace('/path/to/pramaan/', root)} verify ours.jsonl --key keys.txt --json`;
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
  const found: unknown = JSON.parse(execFileSync('bash', ['-c', line], { cwd, env, encoding: 'utf8' }));
  expect(found).toMatchObject({ ok: true, rows: 5 });
});

it('the script is one that zsh can run: it leaves `path` alone, and names its arrays’ members as zsh does', async () => {
  const { text } = await printCompletion(program, 'zsh');
  expect(text).not.toMatch(/\bpath=/);
  expect(text).not.toMatch(/:[A-Z_]+[-+]/);
  expect(text).toContain('setopt local_options ksh_arrays');
});

it('there is completion for bash and zsh alone', async () => {
  expect((await printCompletion(program, 'zsh')).text).toContain('bashcompinit');
  await expect(printCompletion(program, 'fish')).rejects.toThrow('bash and zsh');
});
