import { Gauge, type Registry } from 'prom-client';

/** Creates a gauge that is read on each scrape. */
export type CreateGauge = (name: string, help: string, labelNames?: readonly string[]) => Gauge;

/**
 * Registers gauges that share one query, which runs once per scrape. While the query fails, the series are
 * missing.
 * @param define creates the gauges, and returns the function that sets them from a result
 */
export const scrapedGauges = <State>(
  registry: Registry,
  read: () => Promise<State>,
  define: (gauge: CreateGauge) => (state: State) => void,
): void => {
  const single: Gauge[] = [];
  const labelled: Gauge[] = [];
  const show = define((name, help, labelNames = []) => {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      collect: async () => refresh(),
    });
    (labelNames.length === 0 ? single : labelled).push(gauge);
    return gauge;
  });

  const hide = (): void => {
    for (const gauge of single) gauge.remove();
    for (const gauge of labelled) gauge.reset();
  };

  let look: Promise<void> | undefined;
  const refresh = async (): Promise<void> => {
    look ??= read()
      .then(show, hide)
      .finally(() => {
        look = undefined;
      });
    return look;
  };
};
