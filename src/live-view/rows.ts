import { newId } from '../ids.ts';
import type { Ledger, NewEntry } from '../ledger/index.ts';
import type { ViewAsk } from './ask.ts';
import type { HumanActs } from './human-record.ts';

type HandBack = 'handed-back' | 'expired' | 'closed' | 'disconnected';

/** Writes into the ledger who watched a run, who took it over, what they did and how they gave it back. */
export class ViewRows {
  readonly #ledger: Pick<Ledger, 'append'>;
  readonly #ask: ViewAsk;
  /** Names this view among those of the run. */
  readonly #id = newId('act');
  #n = 0;

  constructor(ledger: Pick<Ledger, 'append'>, ask: ViewAsk) {
    this.#ledger = ledger;
    this.#ask = ask;
  }

  async opened(): Promise<void> {
    const what = this.#ask.right === 'control' ? 'with the right to take over' : 'to watch';
    await this.#append('operator.view', `A person opened the live view ${what}.`, { right: this.#ask.right });
  }

  async takenOver(): Promise<void> {
    await this.#append('operator.takeover', 'A person took over; the agent waits.', {});
  }

  async acted(acts: HumanActs): Promise<void> {
    const said = [
      acts.click_count > 0 ? `clicked ${acts.click_count} times` : '',
      acts.keys > 0 ? `pressed ${acts.keys} keys` : '',
      acts.scrolls > 0 ? `scrolled ${acts.scrolls} times` : '',
      acts.pasted_bytes > 0 ? `sent a clipboard of ${acts.pasted_bytes} bytes` : '',
    ].filter((part) => part !== '');
    await this.#append('operator.human', `The person in control ${said.join(', ')}.`, {
      ...acts,
      clicks: [...acts.clicks],
    });
  }

  async handedBack(how: HandBack): Promise<void> {
    await this.#append('operator.handback', HAND_BACK[how], { how });
  }

  async #append(action: string, summary: string, detail: NewEntry['detail']): Promise<void> {
    const { run, team, key } = this.#ask;
    await this.#ledger.append({
      teamId: team,
      ledgerRef: run,
      step: 0,
      action,
      governance: 'human',
      summary,
      detail: { key_id: key, view: this.#id, ...detail },
      idemKey: `${run}/view/${this.#id}/${(this.#n += 1)}`,
    });
  }
}

const HAND_BACK: Readonly<Record<HandBack, string>> = {
  'handed-back': 'The person gave the desktop back; the agent goes on.',
  expired: 'The person did nothing for a while; the agent goes on.',
  disconnected: 'The view of the person in control was closed; the agent goes on.',
  closed: 'The desktop ended while a person was in control.',
};
