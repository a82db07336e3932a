/**
 * Returns the number of generated inputs with which to check a property: `full` in a complete test run, and the fraction
 * `PROPERTY_EFFORT` (from 0 to 1) of it in `npm run verify`, because a developer waits for that.
 */
export const runs = (full: number): { readonly numRuns: number } => ({
  numRuns: Math.max(1, Math.ceil(full * Number(process.env['PROPERTY_EFFORT'] ?? 1))),
});
