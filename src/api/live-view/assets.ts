import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** A file of the live view's page. */
export interface Asset {
  readonly type: string;
  readonly etag: string;
  readonly body: Buffer;
  readonly gzipped: Buffer;
}

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };
const OURS = new URL('page/', import.meta.url);
/** noVNC as its package has it (MPL 2.0, unchanged): `core/` draws, `vendor/` unpacks for it. */
const NOVNC = new URL('../', import.meta.resolve('@novnc/novnc'));

const asset = (file: URL): Asset => {
  const body = readFileSync(file);
  const extension = file.pathname.slice(file.pathname.lastIndexOf('.') + 1);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return {
    type: TYPES[extension] ?? 'application/octet-stream',
    etag: `"${hash}"`,
    body,
    gzipped: gzipSync(body),
  };
};

const filesBelow = (folder: URL, below: string): readonly string[] =>
  readdirSync(new URL(below, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .map(({ parentPath, name }) => relative(fileURLToPath(folder), join(parentPath, name)));

/** Every file that the page needs, by its path below the page's own. Nothing that is not in here is served. */
export const loadAssets = (): ReadonlyMap<string, Asset> => {
  const novnc = ['core/', 'vendor/'].flatMap((below) => filesBelow(NOVNC, below));
  return new Map([
    ...['view.js', 'view.css'].map((name) => [name, asset(new URL(name, OURS))] as const),
    ...novnc.map((path) => [`novnc/${path}`, asset(new URL(path, NOVNC))] as const),
  ]);
};
