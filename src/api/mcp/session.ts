import { newId } from '../../ids.ts';
import type { JsonObject } from './schemas.ts';

const SHOWS_FORMS = '.forms';

/**
 * Returns the id of a new session. A client of 2025-11-25 says only once, in `initialize`, that it can show
 * forms. The session's id stores that, because any process may get the next message.
 */
export const newSession = ({ params }: JsonObject): string => {
  const { capabilities } = (params ?? {}) as JsonObject;
  return `${newId('req')}${canShowForms(capabilities) ? SHOWS_FORMS : ''}`;
};

export const showsForms = (session: string): boolean => session.endsWith(SHOWS_FORMS);

/** Returns whether the capabilities of a client include forms. `elicitation: {}` means forms too. */
export const canShowForms = (capabilities: unknown): boolean => {
  const { elicitation } = (capabilities ?? {}) as { readonly elicitation?: JsonObject };
  return elicitation !== undefined && (elicitation['form'] !== undefined || elicitation['url'] === undefined);
};
