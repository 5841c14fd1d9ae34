import { errorTable, feedErrorCode } from '@omomi/backend/contract';
import { describe, expect, it } from 'vitest';
import { dictionaries } from './dictionaries.ts';
import { pickLanguage } from './languages.ts';
import { accountTexts } from './texts/account.ts';
import { addingTexts } from './texts/adding.ts';
import { crawlTexts } from './texts/crawls/crawl.ts';
import { crawlFormTexts } from './texts/crawls/form.ts';
import { crawlPagesTexts } from './texts/crawls/pages.ts';
import { feedDialogsTexts } from './texts/feed-dialogs.ts';
import { remedyTexts } from './texts/feeds-page/remedies.ts';
import { feedsPageTexts } from './texts/feeds-page/table.ts';
import { jobsTexts } from './texts/jobs.ts';
import { keywordsTexts } from './texts/keywords.ts';
import { opmlTexts } from './texts/opml.ts';
import { ownerTexts } from './texts/owner.ts';
import { queryTexts } from './texts/search/query.ts';
import { searchTexts } from './texts/search/search.ts';
import { rulesTexts } from './texts/rules.ts';
import { settingsTexts } from './texts/settings.ts';
import { shortcutsTexts } from './texts/keys/shortcuts.ts';
import { signInTexts } from './texts/sign-in.ts';
import { todayTexts } from './texts/today.ts';

/** Returns every text of a dictionary with its path. Functions are called with sample values. */
const textsOf = (value: unknown, path = ''): [string, string][] => {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(value(3, 4, 5, 6))]];
  return Object.entries(value as object).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`));
};

const all = {
  application: dictionaries,
  account: accountTexts,
  adding: addingTexts,
  crawl: crawlTexts,
  'crawl form': crawlFormTexts,
  'crawl pages': crawlPagesTexts,
  keywords: keywordsTexts,
  owner: ownerTexts,
  opml: opmlTexts,
  shortcuts: shortcutsTexts,
  rules: rulesTexts,
  query: queryTexts,
  search: searchTexts,
  settings: settingsTexts,
  'feed dialogs': feedDialogsTexts,
  'feeds page': feedsPageTexts,
  remedies: remedyTexts,
  jobs: jobsTexts,
  'sign-in': signInTexts,
  today: todayTexts,
} as const;

/** Texts without Japanese, because they contain only names and figures. */
const foreign: Readonly<Record<string, string[]>> = {
  application: ['.settings.version', '.article.by', '.article.listSeparator'],
  // Examples that consist of operators.
  query: ['.examples.6.0', '.examples.7.0', '.examples.8.0'],
};

describe.each(Object.entries(all))('the texts of %s', (name, texts) => {
  it('have the same keys in both languages and no empty text', () => {
    const paths = (dictionary: unknown) => textsOf(dictionary).map(([path]) => path);
    expect(paths(texts.ja).toSorted()).toEqual(paths(texts.en).toSorted());
    for (const dictionary of Object.values(texts)) {
      expect(textsOf(dictionary).filter(([, text]) => text.trim() === '')).toEqual([]);
    }
  });

  it('have Japanese in the Japanese ones', () => {
    const without = textsOf(texts.ja)
      .filter(([, text]) => !/[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u.test(text))
      .map(([path]) => path);
    expect(without).toEqual(foreign[name] ?? []);
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
