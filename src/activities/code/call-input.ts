import type { AskedRun } from '../../ledger/actor.ts';

/** Names an open sandbox of a run. */
export interface SandboxCallInput extends AskedRun {
  readonly team_id: string;
  readonly ledger_ref: string;
  readonly step: number;
  readonly sandbox_id: string;
}
