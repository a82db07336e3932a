import type { Check } from './check.ts';

/**
 * What one worker has seen by itself. The marks in the database say how far the audit came, and the role that it watches
 * may move them; so a mark saves work, and never decides alone that something is not looked at. A worker that starts
 * anew looks at everything once.
 */
export class AuditMemory {
  readonly #everyMs: number;
  readonly #now: () => number;
  /** By subject (a team, a queue): when this worker last looked at all of it. */
  readonly #lookedAt = new Map<string, number>();
  /** By team: the finding that was raised last. */
  readonly #raised = new Map<string, string>();

  /** @param hours how old a look at everything may become */
  constructor(hours: number, now: () => number = () => performance.now()) {
    this.#everyMs = hours * 3_600_000;
    this.#now = now;
  }

  /** Whether it is time to look at all of a subject, whatever the marks say. */
  isDue(subject: string): boolean {
    const at = this.#lookedAt.get(subject);
    return at === undefined || this.#now() - at >= this.#everyMs;
  }

  looked(subject: string): void {
    this.#lookedAt.set(subject, this.#now());
  }

  /** Whether a finding is news to this worker. A check that found nothing clears what was raised before. */
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
