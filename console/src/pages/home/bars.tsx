/** One part of a bar: its amount, and its meaning, which determines its colour. */
export interface Part {
  readonly tone: 'good' | 'bad' | 'busy' | 'accent' | 'quiet';
  readonly value: number;
}

export interface Bar {
  readonly key: string;
  readonly label: string;
  readonly parts: readonly Part[];
}

const [WIDTH, HEIGHT, GAP] = [20, 100, 4];

/** Stacked bars, one for each day. The text beside them gives the same figures. */
export const Bars = ({ label, bars }: { readonly label: string; readonly bars: readonly Bar[] }) => {
  const sumOf = ({ parts }: Bar): number => parts.reduce((sum, { value }) => sum + value, 0);
  const most = Math.max(1, ...bars.map(sumOf));
  const width = bars.length * (WIDTH + GAP);
  return (
    <svg class="chart" role="img" aria-label={label} viewBox={`0 0 ${width} ${HEIGHT + 14}`}>
      {bars.map((bar, index) => {
        let top = HEIGHT;
        return (
          <g key={bar.key}>
            {bar.parts
              .filter(({ value }) => value > 0)
              .map(({ tone, value }) => {
                const height = (value / most) * HEIGHT;
                top -= height;
                return (
                  <rect
                    key={tone}
                    class={tone}
                    x={index * (WIDTH + GAP)}
                    y={top}
                    width={WIDTH}
                    height={height}
                  />
                );
              })}
            <text x={index * (WIDTH + GAP) + WIDTH / 2} y={HEIGHT + 11}>
              {bar.label}
            </text>
          </g>
        );
      })}
      <line x1="0" x2={width} y1={HEIGHT} y2={HEIGHT} />
    </svg>
  );
};
