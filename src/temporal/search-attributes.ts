import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';

// Temporal stores search attributes unencrypted, so they contain only ids and fixed words.
export const teamIdAttribute = defineSearchAttributeKey('TeamId', SearchAttributeType.KEYWORD);
export const verticalAttribute = defineSearchAttributeKey('Vertical', SearchAttributeType.KEYWORD);
export const outcomeAttribute = defineSearchAttributeKey('Outcome', SearchAttributeType.KEYWORD);

export const searchAttributeNames = [teamIdAttribute, verticalAttribute, outcomeAttribute].map(
  ({ name }) => name,
);
