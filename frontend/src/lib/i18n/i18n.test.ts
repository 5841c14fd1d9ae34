import { errorTable, feedErrorCode, preferenceChoices } from '@omomi/backend/contract';
import { describe, expect, it } from 'vitest';
import { dictionaries, texts } from '../../../test/texts.ts';
import type { Dictionary } from './en/start.ts';
import { languages, laterTexts, loadLater, loadStart, pickLanguage, startTexts } from './languages.ts';

/** Returns every text of a dictionary with its path. Functions are called with sample values. */
const textsOf = (value: unknown, path = ''): [string, string][] => {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(value(3, 4, 5, 6))]];
  return Object.entries(value as object).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`));
};

/** The texts of the start but the words of times, which take times and are compared with the browser's own. */
const withoutTimes = (dictionary: Dictionary): Omit<Dictionary, 'times'> => {
  const { times: _, ...others } = dictionary;
  return others;
};

const all = {
  start: { en: withoutTimes(dictionaries.en), ja: withoutTimes(dictionaries.ja) },
  ...texts,
};

/** Texts without Japanese, because they contain only names and figures. */
const foreign: Readonly<Record<string, string[]>> = {
  start: ['.settings.version', '.article.by', '.article.listSeparator'],
  reading: ['.providers.youtube', '.providers.vimeo'],
  // Examples that consist of operators.
  query: ['.examples.6.0', '.examples.7.0', '.examples.8.0'],
};

describe.each(Object.entries(all))('the texts of %s', (name, inLanguages) => {
  it('have the same keys in both languages and no empty text', () => {
    const paths = (dictionary: unknown) => textsOf(dictionary).map(([path]) => path);
    expect(paths(inLanguages.ja).toSorted()).toEqual(paths(inLanguages.en).toSorted());
    for (const dictionary of Object.values(inLanguages)) {
      expect(textsOf(dictionary).filter(([, text]) => text.trim() === '')).toEqual([]);
    }
  });

  it('have Japanese in the Japanese ones', () => {
    const without = textsOf(inLanguages.ja)
      .filter(([, text]) => !/[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u.test(text))
      .map(([path]) => path);
    expect(without).toEqual(foreign[name] ?? []);
  });
});

describe('the languages', () => {
  it('load the texts of their own folder', async () => {
    for (const language of languages) {
      expect(await loadStart(language)).toBe(dictionaries[language]);
      expect(startTexts(language)).toBe(dictionaries[language]);
      expect((await loadLater(language)).jobs).toBe(texts.jobs[language]);
      expect(laterTexts(language)?.jobs).toBe(texts.jobs[language]);
    }
  });

  it('are as many as the preferences offer', () => {
    expect(['auto', ...languages]).toEqual(preferenceChoices.shape.language.options);
  });
});

describe('the dictionaries', () => {
  it('have a sentence for every error code of the contract', () => {
    for (const { errors, feed } of Object.values(dictionaries)) {
      expect(Object.keys(errors)).toEqual(expect.arrayContaining(Object.keys(errorTable)));
      expect(Object.keys(feed.trouble).toSorted()).toEqual(feedErrorCode.options.toSorted());
    }
  });
});

describe('pickLanguage', () => {
  it('takes the stored language, else the first known one of the browser, else English', () => {
    expect(pickLanguage('ja', ['en-GB'])).toBe('ja');
    expect(pickLanguage(null, ['fr-FR', 'ja-JP', 'en'])).toBe('ja');
    expect(pickLanguage('tlh', ['en-GB', 'ja'])).toBe('en');
    expect(pickLanguage(null, ['fr'])).toBe('en');
  });
});
