import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compareDocuments, installOasdiff } from './lib/oasdiff.ts';

// Reports which changes of the contract break its clients: node scripts/breaking-changes.ts [ref] `ref` is
// the release to compare with, by default the newest tag. Both OpenAPI documents of both versions are derived
// from their sources, and oasdiff compares them. Without Go it says so and checks nothing.
const run = promisify(execFile);
const WRITE = `
import { writeFileSync } from 'node:fs';
import { createOpenApi } from './src/contract/operations/openapi.ts';
for (const name of ['workforce', 'services'])
  writeFileSync(name + '.json', JSON.stringify(createOpenApi(name, 'http://127.0.0.1:3000')));
`;

const newestTag = async (): Promise<string> => {
  const { stdout } = await run('git', ['tag', '--list', 'v*', '--sort=-version:refname']);
  const [tag = ''] = stdout.split('\n');
  if (tag === '') throw new Error('there is no release tag: name a commit to compare with');
  return tag;
};

/** Writes the documents of a commit, or of the working tree, into a folder. */
const writeDocuments = async (folder: string, ref: string | undefined): Promise<void> => {
  await mkdir(folder);
  if (ref === undefined) await symlink(join(process.cwd(), 'src'), join(folder, 'src'));
  else await run('sh', ['-c', 'git archive "$1" src/contract | tar -x -C "$2"', 'sh', ref, folder]);
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  await writeFile(join(folder, 'write.ts'), WRITE);
  await run(process.execPath, ['--preserve-symlinks', 'write.ts'], { cwd: folder });
};

const program = await installOasdiff();
if (program === undefined) {
  console.error('Go is not installed, so breaking changes of the contract are not named.');
} else {
  const ref = process.argv[2] ?? (await newestTag());
  const folder = await mkdtemp(join(tmpdir(), 'pramaan-breaking-'));
  const [before, after] = [join(folder, 'before'), join(folder, 'after')];
  await writeDocuments(before, ref);
  await writeDocuments(after, undefined);
  for (const name of ['workforce.json', 'services.json']) {
    const { breaks, report } = await compareDocuments(program, join(before, name), join(after, name));
    process.stdout.write(`${name}: ${report || 'nothing breaks'}\n`);
    if (breaks) process.exitCode = 1;
  }
  await rm(folder, { recursive: true });
}
