import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';

// The engine never seals search attributes, so they hold ids and fixed words alone.
export const teamIdAttribute = defineSearchAttributeKey('TeamId', SearchAttributeType.KEYWORD);
export const verticalAttribute = defineSearchAttributeKey('Vertical', SearchAttributeType.KEYWORD);
export const outcomeAttribute = defineSearchAttributeKey('Outcome', SearchAttributeType.KEYWORD);

export const searchAttributeNames = [teamIdAttribute, verticalAttribute, outcomeAttribute].map(
  ({ name }) => name,
);
