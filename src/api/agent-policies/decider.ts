import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import type { Act } from '../../governance/agent-policies/act.ts';
import { BoundedThread, ThreadLostError } from '../../process/bounded-thread.ts';
import type { Db } from '../../store/db/client.ts';
import { pinnedPolicy } from '../../store/rule-sets/agent-policies.ts';
import { CompiledVersions } from '../../store/rule-sets/compiled-versions.ts';
import type { DecideJob, Verdict } from './job.ts';

const NO_POLICY: Verdict = { decision: 'deny', reason: 'no_policy', policies: [] };
const FAILED: Verdict = { decision: 'deny', reason: 'policy_failed', policies: [] };

/** Sets of rules after which a thread is replaced, because Cedar never forgets one. */
const MAX_SETS = 64;

/**
 * Decides acts in a thread of its own. Cedar always ends, but a long pattern over a long text can take seconds, so an evaluation that
 * takes too long denies.
 */
export class ActDecider {
  readonly #texts = new CompiledVersions<string>(256);
  readonly #sets = new Set<string>();
  #thread = open();

  /** Decides acts by the versions that a team has in force. Without any, they are denied. */
  async decide(
    db: Db,
    teamId: string,
    pins: readonly PinnedRuleSet[],
    acts: readonly Act[],
  ): Promise<readonly Verdict[]> {
    const policies = await Promise.all(
      pins.map(async (pin) => ({ id: pin.id, cedar: await this.#textOf(db, teamId, pin) })),
    );
    return this.decideBy(pins.map(({ id, sha256 }) => `${id}@${sha256}`).join(' '), policies, acts);
  }

  /** @param name must be another one for other policies */
  async decideBy(
    name: string,
    policies: DecideJob['policies'],
    acts: readonly Act[],
  ): Promise<readonly Verdict[]> {
    if (policies.length === 0) return acts.map(() => NO_POLICY);
    this.#prepare(name);
    try {
      return await this.#thread.do({ name, policies, acts });
    } catch (error) {
      if (!(error instanceof ThreadLostError)) throw error;
      return acts.map(() => FAILED);
    }
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  #prepare(name: string): void {
    if (this.#sets.has(name)) return;
    if (this.#sets.size >= MAX_SETS) {
      // Jobs that wait are done before the old thread ends.
      void this.#thread.end();
      this.#thread = open();
      this.#sets.clear();
    }
    this.#sets.add(name);
  }

  async #textOf(db: Db, teamId: string, pin: PinnedRuleSet): Promise<string> {
    const kept = this.#texts.get(pin.sha256);
    if (kept !== undefined) return kept;
    const { cedar } = await pinnedPolicy(db, teamId, pin);
    this.#texts.keep(pin.sha256, cedar);
    return cedar;
  }
}

const open = () =>
  new BoundedThread<DecideJob, readonly Verdict[]>({
    module: new URL('./thread.ts', import.meta.url),
    patienceMs: 1_000,
    memoryMb: 128,
  });
