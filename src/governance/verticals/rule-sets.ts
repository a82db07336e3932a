import type { Vertical, VerticalId } from './definition.ts';
import { verticals } from './index.ts';

/** Returns the id of the rule set that decides a vertical's runs. */
export const ruleSetIdOf = ({ rules }: Pick<Vertical, 'rules'>): string => rules.split('@')[0]!;

/** Returns the vertical whose runs a rule set decides; undefined if it decides none by itself. */
export const verticalDecidedBy = (ruleSetId: string): VerticalId | undefined =>
  Object.values(verticals).find((vertical) => ruleSetIdOf(vertical) === ruleSetId)?.id;
