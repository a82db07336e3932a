import { clip } from '../governance/text/clip.ts';

/**
 * Messages on the run events channel: a run has new events, there is a new part of text in progress, or a process has a message
 * for another one.
 */

export interface TextPart {
  readonly run: string;
  readonly message: string;
  readonly attempt: number;
  /** Number of masked UTF-16 units that precede this part in this attempt at the message. */
  readonly offset: number;
  readonly text: string;
}

/** A short message to the process that waits at this address. */
export interface Posted {
  readonly to: string;
  readonly message: string;
}

export type RunNotification = { readonly run: string } | TextPart | Posted;

/** Maximum number of UTF-16 units per payload. A payload may have 8000 bytes, and JSON may need six bytes for a unit. */
const UNITS = 1_000;

/** Splits a part of text in progress into payloads. */
export const payloadsOf = (part: TextPart): readonly string[] => {
  const payloads: string[] = [];
  for (let at = 0; at < part.text.length;) {
    const text = clip(part.text.slice(at, at + UNITS + 1), UNITS);
    payloads.push(JSON.stringify({ ...part, offset: part.offset + at, text }));
    at += text.length;
  }
  return payloads;
};

/** Parses a payload. @returns undefined for anything that this service did not send */
export const parseNotification = (payload: string): RunNotification | undefined => {
  try {
    const notification = JSON.parse(payload) as Partial<TextPart & Posted> | null;
    const isKnown =
      typeof notification?.run === 'string' ||
      (typeof notification?.to === 'string' && typeof notification.message === 'string');
    return isKnown ? (notification as RunNotification) : undefined;
  } catch {
    return undefined;
  }
};

export const isPosted = (notification: RunNotification): notification is Posted => 'to' in notification;

export const isTextPart = (notification: RunNotification): notification is TextPart => 'text' in notification;
