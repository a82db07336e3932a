import type { Actor } from '../../contract/actor.ts';
import type { SandboxEndReason } from '../../contract/sandbox.ts';
import type { AskedRun } from '../../ledger/index.ts';

/** Input of the workflow `sandboxSession`. Histories contain it in this form. */
export interface SandboxSessionInput extends AskedRun {
  readonly team_id: string;
  readonly ledger_ref: string;
  readonly profile: 'python' | 'data';
  readonly memory_mb: number;
  /** Queue served by every sandbox host. */
  readonly sandbox_queue: string;
  readonly wait_ms: number;
  readonly idle_ms: number;
  readonly lifetime_ms: number;
}

export type { SandboxEndReason };

/** A program for a sandbox, or the wish to end it. The program is sealed under `<ledger_ref>/job/<n>`. */
export type SandboxWord = { readonly ledger_ref: string } & (
  | {
      readonly kind: 'sandbox.run';
      readonly n: number;
      readonly timeout_ms: number;
      readonly asked_by: Actor;
    }
  | {
      readonly kind: 'sandbox.end';
      readonly because: Extract<SandboxEndReason, 'deleted' | 'suspended'>;
      /** Who deleted it. */
      readonly asked_by?: Actor;
    }
);
