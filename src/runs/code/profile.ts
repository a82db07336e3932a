import type { Language, Profile } from '../../sandbox/job.ts';

/** Libraries that a sandbox of the `data` profile has loaded already, and those that load them. */
const LOADED =
  /^[ \t]*(?:import|from)[ \t][^#\n]*\b(?:numpy|pandas|matplotlib|seaborn|sklearn|scipy|statsmodels)\b/mu;

/** Which kind of sandbox suits a program. Any of them runs it; this one runs it soonest. */
export const profileFor = (language: Language, code: string): Profile => {
  if (language === 'bash') return 'bash';
  return LOADED.test(code) ? 'data' : 'python';
};
