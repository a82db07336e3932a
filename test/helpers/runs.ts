/**
 * Returns how many generated inputs a property is checked with: `full` in a whole test run, and the share `PROPERTY_EFFORT` of
 * them (from 0 to 1) in `npm run verify`, which a developer waits for.
 */
export const runs = (full: number): { readonly numRuns: number } => ({
  numRuns: Math.max(1, Math.ceil(full * Number(process.env['PROPERTY_EFFORT'] ?? 1))),
});
