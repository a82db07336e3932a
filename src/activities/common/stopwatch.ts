/** Measures how much time each part took. A lap is the time since the previous lap. */
export interface Stopwatch<Name extends string> {
  readonly lap: (name: Name) => void;
  /** Returns milliseconds by name. Laps with the same name add up. */
  readonly times: () => Readonly<Record<Name, number>>;
}

export const createStopwatch = <Name extends string>(): Stopwatch<Name> => {
  const times = new Map<Name, number>();
  let last = performance.now();
  return {
    lap: (name) => {
      const now = performance.now();
      times.set(name, (times.get(name) ?? 0) + now - last);
      last = now;
    },
    times: () =>
      Object.fromEntries([...times].map(([name, ms]) => [name, Math.round(ms * 100) / 100])) as Readonly<
        Record<Name, number>
      >,
  };
};
