import fc from 'fast-check';

/**
 * Makes property tests generate the same inputs in every run, so that a change does not pass or fail by luck. To try new
 * inputs, run `PROPERTY_SEED=random npm run verify`. A failing test prints its seed; add a test of its own for that seed.
 */
const seed = process.env['PROPERTY_SEED'];
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed ?? 20_260_101) });
