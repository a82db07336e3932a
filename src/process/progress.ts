/** Reports a step's progress in a few words, e.g. "412 of 1080 packages". */
export type Report = (howFar: string) => void;

/** Discards progress reports. */
export const silent: Report = () => undefined;

export interface Progress {
  /** Runs a named task, and shows the elapsed time and the task's end. Several steps may run at the same time. */
  readonly step: <T>(name: string, task: (report: Report) => Promise<T>) => Promise<T>;
  /** Prints a separate line. */
  readonly say: (line: string) => void;
}

interface Running {
  readonly name: string;
  readonly since: number;
  howFar: string;
}

const TERMINAL_EVERY_MS = 200;
const LINES_EVERY_MS = 7_000;
/** A step's duration is shown only if it is at least this long. */
const WORTH_TELLING_MS = 1_000;

const seconds = (ms: number): string => {
  const whole = Math.round(ms / 1000);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
};

const line = ({ name, since, howFar }: Running): string =>
  `${name}${howFar === '' ? '' : `: ${howFar}`} (${seconds(Date.now() - since)})`;

/** Shows steps on a stream: as one continuously updated line on a terminal, and otherwise as a new line every few seconds. */
export const createProgress = (stream: NodeJS.WriteStream): Progress => {
  const running = new Set<Running>();
  let timer: NodeJS.Timeout | undefined;

  const clear = (): void => {
    if (stream.isTTY) stream.write('\r\u001B[K');
  };
  const show = (): void => {
    const lines = [...running].map(line);
    if (stream.isTTY) stream.write(`\r\u001B[K${lines.join(' · ').slice(0, (stream.columns || 80) - 1)}`);
    else for (const text of lines) stream.write(`  … ${text}\n`);
  };
  const say = (text: string): void => {
    clear();
    stream.write(`${text}\n`);
  };

  const step = async <T>(name: string, task: (report: Report) => Promise<T>): Promise<T> => {
    const state: Running = { name, since: Date.now(), howFar: '' };
    running.add(state);
    timer ??= setInterval(show, stream.isTTY ? TERMINAL_EVERY_MS : LINES_EVERY_MS).unref();
    try {
      const result = await task((howFar) => {
        state.howFar = howFar;
      });
      const took = Date.now() - state.since;
      say(`  ✓ ${name}${took < WORTH_TELLING_MS ? '' : ` (${seconds(took)})`}`);
      return result;
    } finally {
      running.delete(state);
      if (running.size === 0) {
        clearInterval(timer);
        timer = undefined;
        clear();
      }
    }
  };
  return { step, say };
};
