import type { Caller } from '../../store/keys/authenticate.ts';

/** Returns the fields by which log lines name a caller. */
export const whoLogs = (caller: Caller): Readonly<Record<string, string>> =>
  caller.person === undefined
    ? { key_id: caller.id, key_prefix: caller.keyPrefix }
    : { person_id: caller.id };
