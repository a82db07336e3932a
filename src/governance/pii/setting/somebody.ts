/** Words of people and of their telephones. */
import type { Page } from '../page.ts';
import { OF_PHONES, PEOPLE, ROLES, SPEECH } from './words.ts';

/** Whether word `nth` may be somebody, or a word that goes with a telephone. */
export const isSomebody = (page: Page, nth: number): boolean => {
  const hash = page.wordHash[nth]!;
  return PEOPLE.has(hash) || SPEECH.has(hash) || ROLES.has(hash) || OF_PHONES.has(hash);
};
