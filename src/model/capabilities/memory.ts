import type { Capabilities, ProviderName } from './capabilities.ts';
import { knownCapabilities } from './known.ts';
import { type Refused, withRefusals } from './refused.ts';

/** Maximum number of refusals remembered for a model. A server that refuses more than this refuses everything. */
const MOST = 12;

/** The settings that determine what a model's requests may contain. */
interface RememberedModel {
  readonly provider: ProviderName;
  /** Name at the provider. */
  readonly name: string;
  readonly baseUrl: string | undefined;
  /** Corrections by the administrator. */
  readonly capabilities: Partial<Capabilities>;
}

/** What one model's server has refused, for as long as this process lives. */
export class RefusalMemory {
  readonly #settings: RememberedModel;
  readonly #refused = new Set<Refused>();
  readonly #onLearned: (refused: Refused) => void;

  /** @param onLearned called once for each new refusal */
  constructor(settings: RememberedModel, onLearned: (refused: Refused) => void = () => undefined) {
    this.#settings = settings;
    this.#onLearned = onLearned;
  }

  get refused(): readonly Refused[] {
    return [...this.#refused];
  }

  /** Returns what requests may contain: the settings win over refusals, and refusals over the table. */
  get capabilities(): Capabilities {
    const { provider, name, baseUrl, capabilities: set } = this.#settings;
    const known = knownCapabilities({ provider, name, baseUrl });
    return { ...withRefusals(known, this.refused), ...set };
  }

  /** Adds refusals that another process learned. */
  recall(refused: readonly Refused[]): void {
    for (const one of refused.slice(0, MOST)) this.#refused.add(one);
  }

  /** Remembers a refusal, unless it is already known or would not change any request. */
  learn(refused: Refused): void {
    if (this.#refused.has(refused) || this.#refused.size >= MOST) return;
    const before = JSON.stringify(this.capabilities);
    this.#refused.add(refused);
    if (JSON.stringify(this.capabilities) === before) {
      this.#refused.delete(refused);
      return;
    }
    this.#onLearned(refused);
  }
}
