import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildArchive, keepDifferent, sourceOf, sumOf } from './lib/supply/archive.ts';

// Builds the checked-out commit twice, in two folders, and writes the archive, its hash and its signature only if both are equal:
// npm run -s release -- <folder> [<file of an Ed25519 key in PEM>]. Uncommitted changes are not part of it.
const [, , out, keyFile] = process.argv;
if (out === undefined) throw new Error('name the folder for the release');
const source = await sourceOf(process.cwd());
const build = async (prefix: string): Promise<Buffer> => {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  try {
    return await buildArchive(source, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
};
const first = await build('pramaan-release-');
const second = await build('another-longer-name-');
if (!first.equals(second)) {
  await keepDifferent(join(out, 'different'), first, second);
  throw new Error(`two builds of ${source.commit} differ: compare the archives in ${join(out, 'different')}`);
}
const name = `pramaan-${source.version}.tar.gz`;
const sums = sumOf(first, name);
await mkdir(out, { recursive: true });
await writeFile(join(out, name), first);
await writeFile(join(out, 'SHA256SUMS'), sums);
if (keyFile === undefined) console.error('No key was named, so the release is not signed.');
else {
  const key = createPrivateKey(await readFile(keyFile));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${keyFile} is not an Ed25519 key`);
  await writeFile(join(out, 'SHA256SUMS.sig'), sign(null, Buffer.from(sums), key));
  await writeFile(join(out, 'release-key.pem'), createPublicKey(key).export({ type: 'spki', format: 'pem' }));
}
process.stdout.write(`${source.commit}\n${sums}`);
