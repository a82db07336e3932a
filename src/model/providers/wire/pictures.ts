import type { Part } from '../../messages.ts';

/** What a model reads in place of a picture that is no longer sent. */
export const GONE = '[an earlier picture, no longer shown]';

export const dataUrl = (type: string, data: Uint8Array): string =>
  `data:${type};base64,${Buffer.from(data).toString('base64')}`;

/** Returns the text among a message's parts. */
export const textOf = (parts: readonly Part[]): string =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
