import type { Vertical, VerticalId } from './definition.ts';
import { it } from './it.ts';
import { kyc } from './kyc.ts';
import { support } from './support.ts';
import { voice } from './voice.ts';

/** Every vertical, in the order in which clients see them. */
export const verticals: Readonly<Record<VerticalId, Vertical>> = { kyc, it, support, voice };
