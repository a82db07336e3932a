import { z } from 'zod';
import { maskText } from '../../../governance/mask.ts';
import { type DatasetProfile, parseProfile, profileText, readingRemarks } from './profile.ts';

/** A dataset's profile. The name is null if there is only one dataset and the request did not name it. */
export interface NamedProfile {
  readonly name: string | null;
  readonly profile: DatasetProfile;
}

/** The profiles as they are sealed. A single dataset without a name has the form of earlier releases. */
export type SealedProfiles = DatasetProfile | { readonly datasets: readonly NamedProfile[] };

type Unreadable = Extract<ReturnType<typeof parseProfile>, { unreadable: unknown }>;

const severalSchema = z.object({
  datasets: z.array(z.object({ name: z.string().max(1_024), profile: z.unknown() })).min(1),
});
const placeSchema = z.object({ dataset: z.int().min(0) });

/**
 * Parses the profiles of all datasets, as {@link parseProfile} does for one. If one of several cannot be read, says which.
 */
export const parseProfiles = (
  value: unknown,
): readonly NamedProfile[] | (Unreadable & { readonly dataset?: number }) => {
  const several = severalSchema.safeParse(value);
  const parts = several.success ? several.data.datasets : [{ name: null, profile: value }];
  const profiles: NamedProfile[] = [];
  for (const { name, profile: part } of parts) {
    const profile = parseProfile(part);
    if ('unreadable' in profile) return { ...profile, ...placeSchema.safeParse(value).data };
    profiles.push({ name: name === null ? null : maskText(name), profile });
  }
  return profiles;
};

const isAlone = (profiles: readonly NamedProfile[]): boolean =>
  profiles.length === 1 && profiles[0]!.name === null;

/** Returns the profiles in the form in which they are sealed. */
export const sealedProfiles = (profiles: readonly NamedProfile[]): SealedProfiles =>
  isAlone(profiles) ? profiles[0]!.profile : { datasets: profiles };

/** Reads the sealed profiles; none if the datasets have not been read. */
export const profilesIn = (sealed: SealedProfiles | undefined): readonly NamedProfile[] => {
  if (sealed === undefined) return [];
  return 'datasets' in sealed ? sealed.datasets : [{ name: null, profile: sealed }];
};

/** Maximum number of characters of all profiles together to show to a model. */
const MOST_SHOWN = 24_000;

/** Returns the profiles as JSON for a model, one per line. If they are too long, each gets the same room. */
export const profilesText = (profiles: readonly NamedProfile[]): string => {
  if (isAlone(profiles)) return profileText(profiles[0]!.profile);
  const room = Math.floor(MOST_SHOWN / profiles.length);
  return profiles
    .map(({ name, profile }) => {
      const text = `${JSON.stringify(name)}: ${profileText(profile)}`;
      return text.length <= room ? text : text.slice(0, room).toWellFormed();
    })
    .join('\n');
};

/** Returns the remarks of {@link readingRemarks} about all datasets, each with its dataset's name. */
export const profilesRemarks = (profiles: readonly NamedProfile[]): string => {
  const [first] = profiles;
  if (first === undefined) return '';
  if (isAlone(profiles)) return readingRemarks(first.profile);
  const notes = profiles.flatMap(({ name, profile }) =>
    profile.notes.map((note) => ({ ...note, detail: `${note.detail} (in ${name ?? 'the dataset'})` })),
  );
  return readingRemarks({ ...first.profile, notes }).replace('`dataset.notes`', '`datasets`');
};
