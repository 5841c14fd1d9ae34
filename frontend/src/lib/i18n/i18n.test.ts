import { errorTable, feedErrorCode } from '@omomi/backend/contract';
import { describe, expect, it } from 'vitest';
import { dictionaries, pickLanguage } from './language.tsx';

/** Every text of a dictionary with its path; functions are called with sample values. */
const textsOf = (value: unknown, path = ''): [string, string][] => {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(value(3, 4, 5, 6))]];
  return Object.entries(value as object).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`));
};

describe('the dictionaries', () => {
  it('have the same keys and no empty text', () => {
    const paths = (language: keyof typeof dictionaries) =>
      textsOf(dictionaries[language]).map(([path]) => path);
    expect(paths('ja').toSorted()).toEqual(paths('en').toSorted());
    for (const dictionary of Object.values(dictionaries)) {
      expect(textsOf(dictionary).filter(([, text]) => text.trim() === '')).toEqual([]);
    }
  });

  it('have Japanese in the Japanese one', () => {
    const foreign = textsOf(dictionaries.ja)
      .filter(([, text]) => !/[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u.test(text))
      .map(([path]) => path);
    // Names and figures only.
    expect(foreign).toEqual(['.article.by', '.settings.version']);
  });

  it('have a sentence for every error code of the contract', () => {
    for (const { errors, feed } of Object.values(dictionaries)) {
      expect(Object.keys(errors)).toEqual(expect.arrayContaining(Object.keys(errorTable)));
      expect(Object.keys(feed.trouble).toSorted()).toEqual(feedErrorCode.options.toSorted());
    }
  });
});

describe('pickLanguage', () => {
  it('takes what was chosen, else the browser’s first that there is, else English', () => {
    expect(pickLanguage('ja', ['en-GB'])).toBe('ja');
    expect(pickLanguage(null, ['fr-FR', 'ja-JP', 'en'])).toBe('ja');
    expect(pickLanguage('tlh', ['en-GB', 'ja'])).toBe('en');
    expect(pickLanguage(null, ['fr'])).toBe('en');
  });
});
