import type { Vertical, VerticalId } from './definition.ts';
import { it } from './it.ts';
import { kyc } from './kyc.ts';
import { support } from './support.ts';
import { voice } from './voice.ts';

/** Every vertical of the service, in the order in which clients see them. */
export const verticals: Readonly<Record<VerticalId, Vertical>> = { kyc, it, support, voice };

/** Returns whether an id is that of a vertical of the service. Others belong to teams. */
export const isVerticalId = (id: string): id is VerticalId => Object.hasOwn(verticals, id);
