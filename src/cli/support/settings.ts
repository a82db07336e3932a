import { describeSetting, settingNames } from '../../config.ts';

/** Lists which settings are set. Only numbers, booleans and fixed words are shown with their values. */
export const describeSettings = (
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | number | boolean>> =>
  Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = env[name] ?? '';
      return value === '' ? [] : [[name, describeSetting(name, value)]];
    }),
  );
