import type { Operation } from '../../../src/contract/operation.ts';
import { type Given, request } from './call.ts';

/**
 * Returns a function that reads the bytes of a file or picture.
 * @throws ApiError unless the API responds with success
 */
export const bytesOf =
  <O extends Operation>(path: O['path']) =>
  async (given: Given<O>): Promise<Blob> => {
    const response = await request<O>('get', path, { ...given, headers: { Accept: '*/*' } });
    return response.blob();
  };

/** Returns a file's bytes as base64. */
export const toBase64 = async (file: Blob): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts: string[] = [];
  // In chunks, because a call takes only a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 0x80_00)
    parts.push(String.fromCodePoint(...bytes.subarray(at, at + 0x80_00)));
  return btoa(parts.join(''));
};

const KEEP_MS = 60_000;

/** Has the browser save a file. */
export const save = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name.slice(name.lastIndexOf('/') + 1);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
};
