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
  for (let at = 0; at < part.text.length; at += UNITS) {
    payloads.push(
      JSON.stringify({ ...part, offset: part.offset + at, text: part.text.slice(at, at + UNITS) }),
    );
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
