interface Placed {
  readonly start: number;
  readonly end: number;
}

export interface PlacedKind extends Placed {
  /** Name of the member that the value was found as. */
  readonly kind: string;
}

const isPlaced = (value: object): value is Placed =>
  'start' in value && 'end' in value && typeof value.start === 'number' && typeof value.end === 'number';

/**
 * Returns the places of all extracted values, however deeply nested. Lines of an invoice are left out,
 * because their places span the values in them.
 */
export const marksOf = (details: unknown, kind = ''): readonly PlacedKind[] => {
  if (typeof details !== 'object' || details === null) return [];
  if (Array.isArray(details)) return details.flatMap((one) => marksOf(one, kind));
  if (isPlaced(details) && kind !== 'items') return [{ kind, start: details.start, end: details.end }];
  return Object.entries(details).flatMap(([name, value]) => marksOf(value, name));
};
