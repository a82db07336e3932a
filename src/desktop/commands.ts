import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';

const ANSWER_WITHIN_MS = 5_000;
const MAX_ARGUMENT = 4_000;

/** The connection on which a desktop receives commands, one per line, and answers each with a line. */
export class Commands {
  readonly #socket: Socket;
  readonly #waiting: ((line: string | undefined) => void)[] = [];
  readonly ended: Promise<void>;

  constructor(socket: Socket) {
    this.#socket = socket;
    const lines = createInterface({ input: socket });
    lines.on('line', (line) => this.#waiting.shift()?.(line));
    // The readline interface emits the socket's errors too; the close event follows.
    lines.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      socket.once('close', () => {
        for (const answer of this.#waiting.splice(0)) answer(undefined);
        resolve();
      });
    });
  }

  get alive(): boolean {
    return !this.#socket.destroyed;
  }

  /** Waits for the next line: the greeting, or the answer to a command that was sent by other means. */
  async line(withinMs = ANSWER_WITHIN_MS): Promise<string> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), withinMs);
    });
    const answered = new Promise<string | undefined>((resolve) => this.#waiting.push(resolve));
    try {
      const line = this.alive ? await Promise.race([answered, late]) : undefined;
      if (line === undefined) {
        // Give up the connection: a late answer could no longer be matched to its command.
        this.close();
        throw new Error('the desktop does not respond');
      }
      return line;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Sends a command.
   * @returns the desktop's answer
   * @throws if the desktop does not know the command or is gone
   */
  async run(...words: readonly string[]): Promise<string> {
    const text = words.join(' ');
    if (
      /[\n\r]/.test(text) ||
      words.some((word) => word === '' || word.length > MAX_ARGUMENT || /\s/.test(word))
    ) {
      throw new Error('an argument of a desktop command is empty, too long, or contains white space');
    }
    const answered = this.line();
    this.#socket.write(`${text}\n`);
    const answer = await answered;
    if (answer.startsWith('error')) throw new Error('the desktop refused a command');
    return answer;
  }

  close(): void {
    this.#socket.destroy();
  }
}
