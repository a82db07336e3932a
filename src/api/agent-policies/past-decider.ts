import type { Act } from '../../governance/agent-policies/act.ts';
import type { DecideJob, Verdict } from './job.ts';
import { RulesThread } from './rules-thread.ts';
import { TurnsOfTeams } from './turns.ts';

/** Number of acts that a thread decides in one job, within the time limit of a single new act. */
const PORTION = 50;

/** Decides past acts again, in a thread apart from new acts. */
export class PastDecider {
  readonly #turns = new TurnsOfTeams();
  readonly #thread = new RulesThread();

  /**
   * @param name must differ for other policies
   * @throws ThreadLostError if the rules take too long
   */
  async decide(
    teamId: string,
    { name, policies }: Pick<DecideJob, 'name' | 'policies'>,
    acts: readonly Act[],
  ): Promise<readonly Verdict[]> {
    return this.#turns.take(teamId, async () => {
      const all: Verdict[] = [];
      for (let at = 0; at < acts.length; at += PORTION) {
        const { verdicts } = await this.#thread.do({ name, policies, acts: acts.slice(at, at + PORTION) });
        all.push(...verdicts);
      }
      return all;
    });
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}
