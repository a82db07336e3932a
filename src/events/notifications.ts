import { clip } from '../governance/bounded-text.ts';

/** Messages on the run events channel: a run has new events, or a part of a text that is being written. */

export interface TextPart {
  readonly run: string;
  readonly message: string;
  readonly attempt: number;
  /** Number of masked UTF-16 units of the message before this part, in this attempt. */
  readonly offset: number;
  readonly text: string;
}

export type RunNotification = { readonly run: string } | TextPart;

/** Maximum units per payload: it has at most 8000 bytes, and JSON may write a unit as six. */
const UNITS = 1_000;

/** Splits a part of a text into payloads. */
export const payloadsOf = (part: TextPart): readonly string[] => {
  const payloads: string[] = [];
  for (let at = 0; at < part.text.length;) {
    const text = clip(part.text.slice(at, at + UNITS + 1), UNITS);
    payloads.push(JSON.stringify({ ...part, offset: part.offset + at, text }));
    at += text.length;
  }
  return payloads;
};

/** Parses a payload. @returns undefined for anything but a message of this service */
export const parseNotification = (payload: string): RunNotification | undefined => {
  try {
    const notification = JSON.parse(payload) as Partial<TextPart> | null;
    return typeof notification?.run === 'string' ? (notification as RunNotification) : undefined;
  } catch {
    return undefined;
  }
};

export const isTextPart = (notification: RunNotification): notification is TextPart => 'text' in notification;
