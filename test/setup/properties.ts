import fc from 'fast-check';

/**
 * Makes properties generate the same texts in every run, so that the result of a change does not depend on luck. To try new
 * texts, run `PROPERTY_SEED=random npm run verify`. A failure prints its seed, which goes into a test of its own.
 */
const seed = process.env['PROPERTY_SEED'];
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed ?? 20_260_101) });
