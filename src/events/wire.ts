import { clip } from '../governance/bounded-text.ts';

/** What is said on the channel of run events: that a run has new ones, or a part of a text that is being written. */

export interface TextPart {
  readonly run: string;
  readonly message: string;
  readonly attempt: number;
  /** Masked units of the message that came before, in this attempt. */
  readonly offset: number;
  readonly text: string;
}

export type Word = { readonly run: string } | TextPart;

/** A payload has at most 8000 bytes, and JSON may write a unit as six. */
const UNITS = 1_000;

/** The payloads that say a part of a text. */
export const payloadsOf = (part: TextPart): readonly string[] => {
  const payloads: string[] = [];
  for (let at = 0; at < part.text.length;) {
    const text = clip(part.text.slice(at, at + UNITS + 1), UNITS);
    payloads.push(JSON.stringify({ ...part, offset: part.offset + at, text }));
    at += text.length;
  }
  return payloads;
};

/** @returns undefined for what is no word of ours */
export const readWord = (payload: string): Word | undefined => {
  try {
    const word = JSON.parse(payload) as Partial<TextPart> | null;
    return typeof word?.run === 'string' ? (word as Word) : undefined;
  } catch {
    return undefined;
  }
};

export const isPart = (word: Word): word is TextPart => 'text' in word;
