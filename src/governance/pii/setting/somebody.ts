/** Recognises words for people and for their telephones. */
import type { Page } from '../page/page.ts';
import { OF_PHONES, PEOPLE, ROLES, SPEECH } from './words.ts';

/** Returns whether word `nth` may name a person or describe a telephone. */
export const isSomebody = (page: Page, nth: number): boolean => {
  const hash = page.wordHash[nth]!;
  return PEOPLE.has(hash) || SPEECH.has(hash) || ROLES.has(hash) || OF_PHONES.has(hash);
};
