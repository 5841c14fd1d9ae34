import { readFileSync } from 'node:fs';
import { errorTable, feedErrorCode, preferenceChoices } from '@omomi/backend/contract';
import { describe, expect, it } from 'vitest';
import { dictionaries, texts } from '../../../test/texts.ts';
import type { Dictionary } from './en/start.ts';
import {
  type Language,
  languages,
  laterTexts,
  loadLater,
  loadStart,
  pickLanguage,
  startTexts,
} from './languages.ts';

/** Returns every text of a dictionary with its path. Functions are called with sample values. */
const textsOf = (value: unknown, path = ''): [string, string][] => {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(value(3, 4, 5, 6))]];
  return Object.entries(value as object).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`));
};

/** The texts of the start but the words of times and numbers, which are compared with the browser's own. */
const withoutFigures = (dictionary: Dictionary) => {
  const { times: _, numbers: _numbers, ...others } = dictionary;
  return others;
};

const starts = Object.fromEntries(
  Object.entries(dictionaries).map(([language, dictionary]) => [language, withoutFigures(dictionary)]),
) as Record<Language, ReturnType<typeof withoutFigures>>;

const all = { start: starts, ...texts };

/** Texts that English and German share: names, and words that are the same in both. */
const alike: ReadonlySet<string> = new Set([
  'Feed: 3',
  ', ',
  '3',
  '3 4',
  '3 USD',
  'Omomi 3',
  'Apps',
  'Browser',
  'Crawls',
  'Feed',
  'Feeds',
  'OPML',
  'Video: 3',
  'In',
  'Links',
  'Name',
  'Passkey: 3',
  'Pause',
  'Sepia',
  'Server',
  'Status',
  'System',
  'Text 3',
  'Vimeo',
  'YouTube',
  'Atom',
  'JSON Feed',
  'Last-Modified',
  'Open Graph',
  'Robots',
  'Schema.org',
  'Sitemap',
  'Sitemaps',
  'after:7d',
  'feed:"BBC News"',
  'importance:>60',
  'is:unread',
]);

/** Texts without Japanese, because they contain only names and figures. */
const foreign: Readonly<Record<string, string[]>> = {
  start: ['.article.listSeparator'],
  settings: ['.version'],
  reading: ['.by', '.providers.youtube', '.providers.vimeo'],
  // Examples that consist of operators.
  query: ['.examples.6.0', '.examples.7.0', '.examples.8.0'],
};

describe.each(Object.entries(all))('the texts of %s', (name, inLanguages) => {
  it('have the same keys in all languages and no empty text', () => {
    const paths = (dictionary: unknown) => textsOf(dictionary).map(([path]) => path);
    for (const dictionary of Object.values(inLanguages)) {
      expect(paths(dictionary).toSorted()).toEqual(paths(inLanguages.en).toSorted());
      expect(textsOf(dictionary).filter(([, text]) => text.trim() === '')).toEqual([]);
    }
  });

  it('have Japanese in the Japanese ones', () => {
    const without = textsOf(inLanguages.ja)
      .filter(([, text]) => !/[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u.test(text))
      .map(([path]) => path);
    expect(without).toEqual(foreign[name] ?? []);
  });

  it('are German in the German ones', () => {
    const english = new Map(textsOf(inLanguages.en));
    const german = textsOf(inLanguages.de);
    const same = german.filter(([path, text]) => text === english.get(path)).map(([, text]) => text);
    expect(same.filter((text) => !alike.has(text))).toEqual([]);
    // Words that English alone has, and quotation marks that German does not use.
    expect(
      german.filter(([, text]) => /\b(?:the|and|you|your|with|not)\b|[“”](?=\p{L})/u.test(text)),
    ).toEqual([]);
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

  it('are those of the sentence that is shown where the page cannot be loaded', () => {
    const script = readFileSync(new URL('../../../public/first-paint.js', import.meta.url), 'utf8');
    expect([...script.matchAll(/^ {6}(\w+): \['/gmu)].map(([, language]) => language)).toEqual(languages);
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
    expect(pickLanguage(null, ['eo-001', 'ja-JP', 'en'])).toBe('ja');
    expect(pickLanguage('tlh', ['en-GB', 'ja'])).toBe('en');
    expect(pickLanguage(null, ['eo'])).toBe('en');
    expect(pickLanguage(null, ['de-AT', 'en'])).toBe('de');
    expect(pickLanguage('de', ['ja'])).toBe('de');
  });
});
