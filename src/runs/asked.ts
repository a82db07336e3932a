import type { Actor } from '../contract/actor.ts';
import type { AskedRun } from '../ledger/index.ts';

/** Returns the part of a workflow's input that says who asked for the run; empty for runs that earlier releases accepted. */
export const askedInput = (askedBy: Actor | null | undefined): AskedRun =>
  askedBy == null ? {} : { asked_by: askedBy };
