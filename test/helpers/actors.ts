import type { Actor } from '../../src/contract/actor.ts';
import { actedBy } from '../../src/ledger/index.ts';

/** An API key that asks for work in tests that do not go through the API. */
export const someKey: Actor = { kind: 'key', id: 'key_00000000000070000000000000000001', name: 'tests' };

/** `someKey` as the actor of a row. */
export const bySomeKey = actedBy(someKey);
