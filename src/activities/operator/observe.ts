import { createHash } from 'node:crypto';
import { type Desktop, encodePng, type Performed } from '../../desktop/index.ts';
import { pageText } from '../../desktop/observe/page-text.ts';
import type { Part } from '../../model/messages.ts';
import type { OperatorRunInput } from '../../runs/operator/workflow.ts';

/** The desktop's visible state after an action, for the record and for the model. */
export interface Observation {
  readonly png: Buffer;
  /** 64 hex digits. */
  readonly sha256: string;
  /** The page as text, if the run asks for it. */
  readonly text: string | undefined;
}

export const observe = async (
  desktop: Desktop,
  { observation }: OperatorRunInput,
  { frame }: Pick<Performed, 'frame'>,
): Promise<Observation> => {
  const [png, text] = await Promise.all([
    encodePng(frame),
    observation === 'screenshot' ? undefined : pageText(desktop.browser),
  ]);
  return { png, sha256: createHash('sha256').update(png).digest('hex'), text };
};

/** Returns an observation as parts of an answer to the model. */
export const partsOf = (
  { observation }: OperatorRunInput,
  words: string,
  seen: { readonly ref: string; readonly text: string | undefined },
): readonly Part[] => [
  { type: 'text', text: seen.text === undefined ? words : `${words}\n${seen.text}` },
  ...(observation === 'text' ? [] : [{ type: 'image', ref: seen.ref, media_type: 'image/png' } as const]),
];
