/** Masks a person's name to its initials: `Asha Sample` becomes `A. S.` A name without letters becomes `?`. */
export const initialsOf = (name: string): string => {
  const letters = name
    .normalize('NFC')
    .split(/[^\p{L}\p{M}]+/u)
    .flatMap((word) => /^\p{L}/u.exec(word)?.[0].toLocaleUpperCase('en') ?? [])
    .slice(0, 4);
  return letters.length === 0 ? '?' : letters.map((letter) => `${letter}.`).join(' ');
};
