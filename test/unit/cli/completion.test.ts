import { execFileSync } from 'node:child_process';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { printCompletion } from '../../../src/cli/completion.ts';

const program = new Command('pramaan').option('--profile <name>');
const runs = program.command('run');
runs.command('start').argument('<vertical>').option('--live').option('--case <file>');
runs.command('list').option('--limit <n>');
program.command('records');

/** What bash offers for the last word. */
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

it('there is completion for bash and zsh alone', async () => {
  expect((await printCompletion(program, 'zsh')).text).toContain('bashcompinit');
  await expect(printCompletion(program, 'fish')).rejects.toThrow('bash and zsh');
});
