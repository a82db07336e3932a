import type { Language, Profile } from '../../sandbox/job.ts';

/** Imports of libraries that a sandbox of the `data` profile has already loaded, and of libraries that load them. */
const LOADED =
  /^[ \t]*(?:import|from)[ \t][^#\n]*\b(?:numpy|pandas|matplotlib|seaborn|sklearn|scipy|statsmodels)\b/mu;

/** Returns the profile of the sandbox that runs a program soonest. Any profile runs it. */
export const profileFor = (language: Language, code: string): Profile => {
  if (language === 'bash') return 'bash';
  return LOADED.test(code) ? 'data' : 'python';
};
