import type { Reply } from '../services/route.ts';
import { accepted } from './idempotent.ts';

/** Returns the header of an answer, which says whether it repeats that of an earlier request with the same Idempotency-Key. */
export const replayedHeader = (replayed: boolean): Readonly<Record<string, string>> =>
  replayed ? { 'Idempotency-Replayed': 'true' } : {};

/** Runs an act once per Idempotency-Key and returns its response. */
export const answerOnce = async (...given: Parameters<typeof accepted>): Promise<Reply> => {
  const { answer, replayed } = await accepted(...given);
  return { ...answer, headers: replayedHeader(replayed) };
};
