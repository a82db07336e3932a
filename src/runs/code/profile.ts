import type { Language, Profile } from '../../sandbox/job.ts';

/** Imports of libraries that are already loaded in a sandbox with the `data` profile, and of libraries that would load them. */
const LOADED =
  /^[ \t]*(?:import|from)[ \t][^#\n]*\b(?:numpy|pandas|matplotlib|seaborn|sklearn|scipy|statsmodels)\b/mu;

/** Returns the profile in which a program will start fastest. It would run in any profile. */
export const profileFor = (language: Language, code: string): Profile => {
  if (language === 'bash') return 'bash';
  return LOADED.test(code) ? 'data' : 'python';
};
