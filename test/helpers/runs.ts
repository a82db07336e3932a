/**
 * Returns the number of generated inputs with which to check a property: the fraction
 * `PROPERTY_EFFORT` (from 0 to 1) of `full`. It is 0.3 in a whole test run and 0.1 in `npm run verify`, because a developer waits
 * for that. `PROPERTY_EFFORT=1` checks all of them.
 */
export const runs = (full: number): { readonly numRuns: number } => ({
  numRuns: Math.max(1, Math.ceil(full * Number(process.env['PROPERTY_EFFORT'] ?? 0.3))),
});
