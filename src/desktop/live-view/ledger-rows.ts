import { newId } from '../../ids.ts';
import { askedBy, byService, type Ledger, type NewEntry, type RowActor } from '../../ledger/index.ts';
import type { ViewRequest } from './view-request.ts';
import type { HumanActs } from './human-record.ts';

type HandBack = 'handed-back' | 'expired' | 'frozen' | 'closed' | 'disconnected' | 'lost';

/** Records in the ledger who watched a run, who took control, what they did and how they gave control back. */
export class ViewRows {
  readonly #ledger: Pick<Ledger, 'append'>;
  readonly #ask: ViewRequest;
  /** Identifies this view among the run's views. */
  readonly #id = newId('act');
  #n = 0;
  #takeOvers = 0;
  /** Latest write. Rows are written one after the other, so that a person's actions come before the end of their control. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(ledger: Pick<Ledger, 'append'>, ask: ViewRequest) {
    this.#ledger = ledger;
    this.#ask = ask;
  }

  async opened(): Promise<void> {
    const what = this.#ask.right === 'control' ? 'with the right to take over' : 'to watch';
    await this.#append('operator.view', `A person opened the live view ${what}.`, { right: this.#ask.right });
  }

  async takenOver(): Promise<void> {
    const take = (this.#takeOvers += 1);
    await this.#append('operator.takeover', 'A person took over; the agent waits.', { take });
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
    await this.#inTurn(
      handBackRow(
        this.#ask,
        { key_id: this.#ask.key, view: this.#id, take: this.#takeOvers },
        how,
        BY_VIEWER.has(how) ? this.#viewer() : byService('live-view'),
      ),
    );
  }

  async #append(action: string, summary: string, detail: NewEntry['detail']): Promise<void> {
    const { run, key } = this.#ask;
    await this.#inTurn({
      ...humanRow(this.#ask),
      action,
      summary,
      detail: { key_id: key, view: this.#id, ...detail },
      idemKey: `${run}/view/${this.#id}/${(this.#n += 1)}`,
      actor: this.#viewer(),
    });
  }

  #viewer(): RowActor {
    const { key, actor } = this.#ask;
    return askedBy(
      actor === undefined ? {} : { asked_by: actor },
      actor?.kind === 'person' ? {} : { key_id: key },
    );
  }

  async #inTurn(entry: NewEntry): Promise<void> {
    const written = this.#writing.then(async () => this.#ledger.append(entry));
    this.#writing = written.catch(() => undefined);
    await written;
  }
}

const humanRow = ({ run, team }: Pick<ViewRequest, 'run' | 'team'>) =>
  ({ teamId: team, ledgerRef: run, step: 0, governance: 'human' }) as const;

/** Identifies one take-over by the person, the view and the number within that view. */
export interface TakeOver {
  readonly key_id: string;
  readonly view: string;
  readonly take: number;
}

/** Builds the row that ends a take-over. If several processes write it, the first row counts. */
export const handBackRow = (
  ask: Pick<ViewRequest, 'run' | 'team'>,
  { key_id, view, take }: TakeOver,
  how: HandBack,
  actor: RowActor,
): NewEntry => ({
  ...humanRow(ask),
  action: 'operator.handback',
  summary: HAND_BACK[how],
  detail: { key_id, view, take, how },
  idemKey: `${ask.run}/view/${view}/take/${take}/back`,
  actor,
});

/** Ends of control that the person causes; the service causes the others. */
const BY_VIEWER: ReadonlySet<HandBack> = new Set(['handed-back', 'disconnected']);

const HAND_BACK: Readonly<Record<HandBack, string>> = {
  'handed-back': 'The person handed the desktop back; the agent continues.',
  expired: 'The person was idle for a while; the agent continues.',
  frozen: 'The desktop was frozen while a person was in control.',
  disconnected: 'The view of the person in control was closed; the agent continues.',
  closed: 'The desktop ended while a person was in control.',
  lost: 'The worker was lost while a person was in control; the agent continues.',
};
