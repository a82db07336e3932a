import type { PinnedRuleSet } from '../../contract/rule-set-version.ts';
import type { Act } from '../../governance/agent-policies/act.ts';
import { ThreadLostError } from '../../process/bounded-thread.ts';
import type { Db } from '../../store/db/client.ts';
import { pinnedPolicy } from '../../store/rule-sets/agent-policies.ts';
import { CompiledVersions } from '../../store/rule-sets/compiled-versions.ts';
import { type DecideJob, FAILED, type Verdict } from './job.ts';
import { RulesThread } from './rules-thread.ts';
import { TurnsOfTeams } from './turns.ts';

const NO_POLICY: Verdict = { decision: 'deny', reason: 'no_policy', policies: [] };

/** Time in milliseconds that an act waits for its turn. */
const MAX_WAIT_MS = 2_000;

/** Time in milliseconds after which rules count as slow, and for which their team is then kept apart. */
const SLOW_MS = 100;
const APART_MS = 600_000;

/**
 * Decides acts in threads of their own. An act that takes too long is denied. Teams with slow rules share a
 * thread, so that other teams do not wait for them.
 */
export class ActDecider {
  readonly #texts = new CompiledVersions<string>(256);
  readonly #turns = new TurnsOfTeams();
  readonly #usual = new RulesThread();
  readonly #slow = new RulesThread();
  /** Teams whose rules were slow, with the time at which they rejoin the others. */
  readonly #apart = new Map<string, number>();

  /** Decides an act by the versions that a team has in force. Without any, it is denied. */
  async decide(db: Db, teamId: string, pins: readonly PinnedRuleSet[], act: Act): Promise<Verdict> {
    if (pins.length === 0) return NO_POLICY;
    const policies = await Promise.all(
      pins.map(async (pin) => ({ id: pin.id, cedar: await this.#textOf(db, teamId, pin) })),
    );
    const name = pins.map(({ id, sha256 }) => `${id}@${sha256}`).join(' ');
    const until = performance.now() + MAX_WAIT_MS;
    return this.#turns.take(teamId, async () =>
      this.#decided(teamId, { name, policies, acts: [act] }, until),
    );
  }

  async close(): Promise<void> {
    await Promise.all([this.#usual.close(), this.#slow.close()]);
  }

  async #decided(teamId: string, job: DecideJob, until: number): Promise<Verdict> {
    if (performance.now() > until) return FAILED;
    try {
      const { verdicts, tookMs } = await this.#threadOf(teamId).do(job, until);
      if (tookMs > SLOW_MS) this.#setApart(teamId);
      return verdicts[0]!;
    } catch (error) {
      if (!(error instanceof ThreadLostError)) throw error;
      if (error.why === 'time' || error.why === 'memory') this.#setApart(teamId);
      return FAILED;
    }
  }

  #threadOf(teamId: string): RulesThread {
    const until = this.#apart.get(teamId);
    if (until === undefined) return this.#usual;
    if (until > performance.now()) return this.#slow;
    this.#apart.delete(teamId);
    return this.#usual;
  }

  #setApart(teamId: string): void {
    this.#apart.set(teamId, performance.now() + APART_MS);
  }

  async #textOf(db: Db, teamId: string, pin: PinnedRuleSet): Promise<string> {
    const kept = this.#texts.get(pin.sha256);
    if (kept !== undefined) return kept;
    const { cedar } = await pinnedPolicy(db, teamId, pin);
    this.#texts.keep(pin.sha256, cedar);
    return cedar;
  }
}
