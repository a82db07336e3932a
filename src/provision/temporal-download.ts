import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { arch } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Report } from '../process/progress.ts';

/** Maximum time to wait for a response. It is short, so that the source build starts soon if a firewall drops packets. */
const ANSWER_WITHIN_MS = 8_000;
const WHOLE_WITHIN_MS = 10 * 60_000;

const run = promisify(execFile);

/**
 * Downloads the official release to `path`. The host does not publish a checksum next to the archive, so unless the caller knows
 * the archive's SHA-256, trust rests on the TLS connection to Temporal's own host.
 * @throws on any failure, such as no network, an unexpected status or an archive with another version
 */
export const downloadTemporal = async (
  version: string,
  path: string,
  report: Report,
  sha256?: string,
): Promise<void> => {
  const platform = process.platform === 'darwin' ? 'darwin' : 'linux';
  const cpu = arch() === 'arm64' ? 'arm64' : 'amd64';
  const url = `https://temporal.download/cli/archive/v${version}?platform=${platform}&arch=${cpu}`;
  const abort = new AbortController();
  const answerLate = setTimeout(() => abort.abort(new Error('no answer')), ANSWER_WITHIN_MS);
  const allLate = setTimeout(() => abort.abort(new Error('too slow')), WHOLE_WITHIN_MS);
  const folder = await mkdtemp(join(dirname(path), 'download-'));
  try {
    const response = await fetch(url, { signal: abort.signal });
    clearTimeout(answerLate);
    if (!response.ok || response.body === null)
      throw new Error(`the download server responded with ${response.status}`);
    const total = Number(response.headers.get('content-length') ?? 0);
    const found = await unpack(Readable.fromWeb(response.body), folder, (bytes) =>
      report(`downloading the release, ${megabytes(bytes)}${total > 0 ? ` of ${megabytes(total)}` : ''} MB`),
    );
    if (sha256 !== undefined && found !== sha256)
      throw new Error("the archive's SHA-256 is not the expected one");
    const program = join(folder, 'temporal');
    const { stdout } = await run(program, ['--version']);
    if (!stdout.includes(version)) throw new Error(`the archive contains another version: ${stdout.trim()}`);
    await rename(program, path);
  } finally {
    clearTimeout(answerLate);
    clearTimeout(allLate);
    await rm(folder, { recursive: true, force: true });
  }
};

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);

/** Unpacks a .tar.gz while it is being downloaded. Returns the archive's SHA-256. */
const unpack = async (
  archive: Readable,
  folder: string,
  onBytes: (bytes: number) => void,
): Promise<string> => {
  const tar = spawn('tar', ['-xzf', '-', '-C', folder], { stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    tar.once('error', reject);
    tar.once('close', resolve);
  });
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    archive,
    async function* count(source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        onBytes((bytes += chunk.length));
        yield chunk;
      }
    },
    tar.stdin,
  );
  if ((await ended) !== 0) throw new Error('the archive could not be unpacked');
  return hash.digest('hex');
};
