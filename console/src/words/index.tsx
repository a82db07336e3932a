import { createContext, type ComponentChildren } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { en, type Word } from './en/index.ts';
import { createFormats, type Formats } from './formats.ts';
import { hi } from './hi/index.ts';
import { say, type Values } from './say.ts';

export const languages = { en: 'English', hi: 'हिन्दी' } as const;

export type Language = keyof typeof languages;

const CATALOGUES = { en, hi } as const;
const KEPT = 'pramaan.language';

interface Words extends Formats {
  readonly language: Language;
  readonly choose: (language: Language) => void;
  /** Returns a text in the chosen language. */
  readonly t: (word: Word, values?: Values) => string;
  /** Returns the name of a code of the API, or the code itself if it has no name here. */
  readonly name: (kind: string, code: string) => string;
}

const isLanguage = (given: string | null): given is Language => given !== null && given in languages;

/** Browsers may deny storage; the language then lasts as long as the page. */
const kept = (): string | null => {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
};

const firstLanguage = (): Language => {
  const before = kept();
  if (isLanguage(before)) return before;
  return navigator.language.startsWith('hi') ? 'hi' : 'en';
};

const Current = createContext<Words | undefined>(undefined);

/** Gives all parts of the page the chosen language, and keeps the choice in this browser. */
export const WordsProvider = ({ children }: { readonly children: ComponentChildren }) => {
  const [language, setLanguage] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const words = useMemo<Words>(() => {
    const catalogue: Readonly<Record<string, string>> = CATALOGUES[language];
    return {
      language,
      choose: (chosen) => {
        setLanguage(chosen);
        try {
          localStorage.setItem(KEPT, chosen);
        } catch {
          // The choice then lasts as long as the page.
        }
      },
      t: (word, values) => say(catalogue, language, word, values),
      name: (kind, code) => catalogue[`${kind}.${code}`] ?? code,
      ...createFormats(language),
    };
  }, [language]);
  return <Current.Provider value={words}>{children}</Current.Provider>;
};

export const useWords = (): Words => {
  const words = useContext(Current);
  if (words === undefined) throw new Error('useWords outside of WordsProvider');
  return words;
};
