import type { AskedRun } from '../../ledger/index.ts';

/** Input of the workflow `sandboxSession`. Histories contain it in this form. */
export interface SandboxSessionInput extends AskedRun {
  readonly team_id: string;
  readonly ledger_ref: string;
  readonly profile: 'python' | 'data';
  /** Queue served by every sandbox host. */
  readonly sandbox_queue: string;
  readonly wait_ms: number;
  readonly idle_ms: number;
  readonly lifetime_ms: number;
}

/** A program for a sandbox, or the wish to end it. The programs are sealed under `<ledger_ref>/job/<n>`. */
export interface SandboxWord {
  readonly kind: 'sandbox.run' | 'sandbox.end';
  readonly ledger_ref: string;
  readonly n: number;
  readonly timeout_ms: number;
  /** Whether environment variables have to be set before Python code. They are sealed under `<ledger_ref>/job/<n>/env`. */
  readonly sets_env: boolean;
}

export const jobRefOf = (ledgerRef: string, n: number): string => `${ledgerRef}/job/${n}`;

/** Returns the reference of the program that sets environment variables before a program. */
export const envRefOf = (ledgerRef: string, n: number): string => `${jobRefOf(ledgerRef, n)}/env`;
