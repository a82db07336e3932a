import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { type StoredDocumentBody, storedDocumentSchema } from '../contract/stored-document.ts';
import { ProvisionError } from '../provision/problem.ts';
import type { ApiAccess } from './locate-service.ts';
import { EXIT, type Outcome } from './outcome.ts';
import { connectRemote, problemFrom } from './remote.ts';

/** Uploads files as one document, in their order. */
export const uploadDocument = async (settings: ApiAccess, files: readonly string[]): Promise<Outcome> => {
  const remote = await connectRemote(settings);
  const form = new FormData();
  for (const file of files) form.append('file', await openFile(file), basename(file));
  // A Response encodes the form and puts the boundary into its header.
  const { body, headers } = new Response(form);
  const response = await remote.post('/v1/documents', Readable.fromWeb(body as ReadableStream), {
    'content-type': headers.get('content-type')!,
  });
  return documentFrom(response);
};

export const showDocument = async (settings: ApiAccess, id: string): Promise<Outcome> => {
  const remote = await connectRemote(settings);
  return documentFrom(await remote.get(`/v1/documents/${encodeURIComponent(id)}`));
};

const openFile = async (file: string): Promise<Blob> => {
  try {
    return await openAsBlob(file);
  } catch (error) {
    throw new ProvisionError(`${file} cannot be read: ${(error as Error).message}`, 'Check the path.');
  }
};

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof connectRemote>>['get']>>;

const documentFrom = async (response: Answer): Promise<Outcome> => {
  if (response.ok) {
    const document = storedDocumentSchema.parse(await response.json());
    return { code: EXIT.ok, json: document, text: linesOf(document) };
  }
  const { title, detail, errors } = await problemFrom(response);
  const [first] = (errors ?? []) as readonly { readonly message: string }[];
  throw new ProvisionError(`${title}.`, first === undefined ? detail : `${first.message}.`);
};

const linesOf = ({ id, kind, files, pages, bytes, status, refusal, sha256 }: StoredDocumentBody): string =>
  [
    `${id}: ${status}${refusal === null ? '' : ` (${refusal})`}`,
    `  ${kind}, ${files} files, ${pages ?? 'uncounted'} pages, ${bytes} bytes`,
    `  sha256 ${sha256}`,
  ].join('\n');
