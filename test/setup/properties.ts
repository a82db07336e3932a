import fc from 'fast-check';

/**
 * The texts that properties generate are the same in every run, so that a change is judged by what it does and not by
 * luck. New ones: `PROPERTY_SEED=random npm run verify`; a failure prints its seed, which goes into a test of its own.
 */
const seed = process.env['PROPERTY_SEED'];
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed ?? 20_260_101) });
