import type { Check } from './check.ts';

/**
 * Remembers this worker's own checks. Marks in the database record the audit's progress, but the role under audit may change
 * them. Marks can therefore save work, but nothing is ever skipped because of a mark alone. A restarted worker checks everything
 * once.
 */
export class AuditMemory {
  readonly #everyMs: number;
  readonly #now: () => number;
  /** Time of this worker's last full check, by subject (a team or a queue). */
  readonly #lookedAt = new Map<string, number>();
  /** Last finding raised, by team. */
  readonly #raised = new Map<string, string>();

  /** @param hours maximum time between full checks */
  constructor(hours: number, now: () => number = () => performance.now()) {
    this.#everyMs = hours * 3_600_000;
    this.#now = now;
  }

  /** Returns whether a full check of a subject is due, regardless of the marks in the database. */
  isDue(subject: string): boolean {
    const at = this.#lookedAt.get(subject);
    return at === undefined || this.#now() - at >= this.#everyMs;
  }

  looked(subject: string): void {
    this.#lookedAt.set(subject, this.#now());
  }

  /** Returns whether a finding is new to this worker. A check without a fault clears the previous finding. */
  isNews({ team_id: teamId, ok, kind, first_broken, reason }: Check): boolean {
    if (ok) {
      this.#raised.delete(teamId);
      return false;
    }
    const finding = `${kind}/${first_broken}${kind === 'lost_key' ? `/${reason}` : ''}`;
    const isNews = this.#raised.get(teamId) !== finding;
    this.#raised.set(teamId, finding);
    return isNews;
  }
}
