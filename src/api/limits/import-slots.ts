import { type ImportSession, openImportSession } from '../../store/records/import/session.ts';
import { ProblemError } from '../http/problem.ts';

/** Maximum number of imports that a process runs at a time; each holds a database connection. */
const MOST = 4;

/** Lets each team run one import at a time. */
export class ImportSlots {
  readonly #url: string;
  readonly #teams = new Set<string>();

  /** @param url the database's URL */
  constructor(url: string) {
    this.#url = url;
  }

  /**
   * Runs a task with a database session for an import.
   * @throws ProblemError 429 if the team already has an import in progress, or the process has too many
   */
  async run<T>(teamId: string, task: (session: ImportSession) => Promise<T>): Promise<T> {
    if (this.#teams.has(teamId) || this.#teams.size >= MOST)
      throw new ProblemError('rate-limited', {
        detail: 'Another import is in progress. Try again after `Retry-After` seconds.',
        headers: { 'Retry-After': '5' },
      });
    this.#teams.add(teamId);
    try {
      const session = await openImportSession(this.#url);
      try {
        return await task(session);
      } finally {
        await session.close();
      }
    } finally {
      this.#teams.delete(teamId);
    }
  }
}
