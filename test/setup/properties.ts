import fc from 'fast-check';

/**
 * Makes properties generate the same texts in every run, so that the result of a change does not depend on luck. For new texts:
 * `PROPERTY_SEED=random npm run verify`; a failure prints its seed, which goes into a test of its own.
 */
const seed = process.env['PROPERTY_SEED'];
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed ?? 20_260_101) });
