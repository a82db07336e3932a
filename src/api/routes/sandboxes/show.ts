import type { z } from 'zod';
import type { sandboxSchema } from '../../../contract/sandbox.ts';
import type { StoredSession } from '../../../store/sandboxes/sessions.ts';

/** Shows a sandbox. */
export const showSandbox = (stored: StoredSession): z.input<typeof sandboxSchema> => ({
  id: stored.id,
  ledger_ref: stored.id,
  state: stored.state,
  ended_because: stored.ended_because,
  libraries: stored.profile === 'data' ? 'data' : 'standard',
  idle_s: stored.idle_ms / 1_000,
  runs: stored.runs,
  created_at: stored.created_at.toISOString(),
  used_at: stored.used_at.toISOString(),
  ends_at: stored.ends_at.toISOString(),
  ended_at: stored.ended_at?.toISOString() ?? null,
});
