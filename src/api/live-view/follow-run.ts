import type { WebSocket } from 'ws';
import { CLOSE, type ViewRequest } from '../../desktop/live-view/view-request.ts';
import { bytesOf } from '../../desktop/live-view/pipe.ts';
import { type LiveState, maskedTask, readLiveState } from '../../runs/operator/live-state.ts';
import { readScreen } from '../../runs/operator/runs.ts';
import type { Services } from '../services/services.ts';
import type { Admitted } from './admission.ts';
import { steerRun } from './steer-run.ts';

const LOOK_EVERY_MS = 1_000;

/**
 * Sends a page its run's state, from the queue to the result, whether or not there is a desktop. If the viewer may control the
 * run, it also accepts answers to questions and cancellation requests.
 */
export const followRun = async (services: Services, viewer: WebSocket, admitted: Admitted): Promise<void> => {
  const follower = new Follower(services, viewer, admitted.ask);
  if (!(await follower.begin())) return;
  viewer.on('message', (data) => {
    void steerRun(services, admitted.ask, bytesOf(data).toString()).then((answer) => {
      if (answer === undefined) viewer.close(CLOSE.violation);
      else send(viewer, answer);
      return undefined;
    });
  });
};

const send = (viewer: WebSocket, message: object): void => {
  if (viewer.readyState === viewer.OPEN) viewer.send(JSON.stringify(message));
};

class Follower {
  readonly #services: Services;
  readonly #viewer: WebSocket;
  readonly #ask: ViewRequest;
  /** The last step that the page has received. */
  #step = 0;
  #sent = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(services: Services, viewer: WebSocket, ask: ViewRequest) {
    this.#services = services;
    this.#viewer = viewer;
    this.#ask = ask;
  }

  /** @returns whether the run exists */
  async begin(): Promise<boolean> {
    const { db, rings } = this.#services;
    const task = await maskedTask(db, rings.vault, this.#ref);
    const state = await readLiveState(db, this.#ref, 0);
    if (state === undefined) {
      this.#viewer.close(CLOSE.denied);
      return false;
    }
    send(this.#viewer, { type: 'about', task, right: this.#ask.right });
    await this.#send(state);
    this.#again();
    this.#viewer.once('close', () => clearTimeout(this.#timer));
    return true;
  }

  get #ref() {
    return { teamId: this.#ask.team, runId: this.#ask.run };
  }

  #again(): void {
    this.#timer = setTimeout(() => void this.#look(), LOOK_EVERY_MS);
  }

  async #look(): Promise<void> {
    try {
      const state = await readLiveState(this.#services.db, this.#ref, this.#step);
      if (state !== undefined) await this.#send(state);
    } catch (error) {
      // The database is unavailable. The page notices that it receives nothing, informs its viewer, and reconnects by itself.
      this.#services.log.debug({ error }, "live view could not read its run's state");
    }
    if (this.#viewer.readyState === this.#viewer.OPEN) this.#again();
  }

  /** Sends each step once. An unchanged state is repeated as a sign of life; a page that gets none for 4 s says so. */
  async #send(state: LiveState): Promise<void> {
    const { steps, final_step, ...rest } = state;
    const shown = JSON.stringify(rest);
    const isNew = shown !== this.#sent || steps.length > 0;
    if (state.status === 'done' && final_step !== null && isNew) await this.#showLast(final_step);
    this.#step = steps.at(-1)?.n ?? this.#step;
    this.#sent = shown;
    send(this.#viewer, { type: 'run', now: new Date().toISOString(), ...rest, steps });
  }

  async #showLast(step: number): Promise<void> {
    const { db, rings } = this.#services;
    const png = await readScreen(db, rings.vault, this.#ref, step);
    if (png !== undefined) send(this.#viewer, { type: 'screen', png: png.toString('base64') });
  }
}
