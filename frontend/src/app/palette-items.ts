import type { Feed, SavedSearch } from '@omomi/backend/contract';
import type { Dictionary } from '../lib/i18n/en/start.ts';
import {
  type Language,
  type LanguageChoice,
  languageName,
  languages,
  laterTexts,
  startTexts,
} from '../lib/i18n/languages.ts';
import { type ListLook, listLooks } from '../lib/preferences/choices.ts';
import { themeModes } from '../lib/preferences/preferences.tsx';
import type { Place } from '../features/feeds/folders.ts';
import { type Route, pagesBesideSettings, settingsSections } from './address/route.ts';
import type { LaterTexts } from '../lib/i18n/en/later.ts';

/** The names of something to find, in every language, the reader's first. */
type Named = { names: readonly string[] };

const plain = (text: string): string => text.normalize('NFKC').toLocaleLowerCase();

/** The worth of a word at a place of a name: at its beginning, at the beginning of a word, or inside one. */
const BEGINS = 100;
const BEGINS_WORD = 60;
const INSIDE = 40;
/** The worth of letters that are there in their order, with others between them. */
const SCATTERED = 10;

const isScattered = (word: string, name: string): boolean => {
  let at = 0;
  for (const letter of word) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
};

const worthOf = (word: string, name: string): number => {
  if (name.startsWith(word)) return BEGINS;
  const at = name.indexOf(word);
  if (at !== -1) return /[\p{L}\p{N}]/u.test(name[at - 1] ?? '') ? INSIDE : BEGINS_WORD;
  // One or two letters are in their order in almost any name.
  return word.length > 2 && isScattered(word, name) ? SCATTERED : 0;
};

/** Returns how well a name has all the words; 0 if it lacks one. A shorter name is the better one of two alike. */
const scoreOf = (words: readonly string[], name: string): number => {
  let sum = 0;
  for (const word of words) {
    const worth = worthOf(word, name);
    if (worth === 0) return 0;
    sum += worth;
  }
  return sum + 1 / (1 + name.length);
};

/** Returns at most `most` of the items that have every word of the query in one of their names, the best first. */
export const matching = <T extends Named>(query: string, items: readonly T[], most: number): T[] => {
  const words = plain(query).split(/\s+/u).filter(Boolean);
  if (words.length === 0) return items.slice(0, most);
  return items
    .map((item) => ({ item, score: Math.max(0, ...item.names.map((name) => scoreOf(words, plain(name)))) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ item }) => item);
};

type PaletteKind = 'feed' | 'folder' | 'tag' | 'search' | 'page' | 'action';
export type PaletteItem = Named & { id: string; kind: PaletteKind; run: () => void };

/** What the palette leads to and does. */
export type Deeds = {
  go: (place: Place) => void;
  show: (page: Route) => void;
  search: (saved: Pick<SavedSearch, 'q' | 'order'>) => void;
  open: (dialog: 'add-feed' | 'save-page' | 'shortcuts') => void;
  fetchFeeds: () => void;
  markAll: () => void;
  /**
   * The unread rows above and below the article that the reader is at, and what marks them read. The count is null if it is not
   * known, because the list was not loaded to its end.
   */
  marksOfSides: readonly { side: 'above' | 'below'; count: number | null; mark: () => void }[];
  change: (choice: {
    view?: ListLook;
    theme?: (typeof themeModes)[number];
    language?: LanguageChoice;
    open_articles?: 'beside' | 'in_place';
  }) => void;
};

type AllTexts = {
  t: Dictionary;
  own: LaterTexts['palette'];
  settings: LaterTexts['settings'];
};

/** Returns a text in every language whose texts are loaded, the reader's first. */
const inAll =
  (language: Language) =>
  (text: (texts: AllTexts) => string): string[] => {
    const order = [language, ...languages.filter((each) => each !== language)];
    return order.flatMap((each) => {
      const later = laterTexts(each);
      return later === undefined
        ? []
        : [text({ t: startTexts(each), own: later.palette, settings: later.settings })];
    });
  };

const pageItems = (names: ReturnType<typeof inAll>, deeds: Deeds, isOwner: boolean): PaletteItem[] => {
  const page = (id: string, text: (texts: AllTexts) => string, run: () => void): PaletteItem => ({
    id: `page-${id}`,
    kind: 'page',
    names: names(text),
    run,
  });
  const show = (id: string, text: (texts: AllTexts) => string, target: Route): PaletteItem =>
    page(id, text, () => deeds.show(target));
  return [
    page(
      'all',
      ({ t }) => t.nav.all,
      () => deeds.go({ kind: 'all' }),
    ),
    show('today', ({ t }) => t.nav.today, { page: 'today' }),
    page(
      'saved',
      ({ t }) => t.nav.saved,
      () => deeds.go({ kind: 'saved' }),
    ),
    show('search', ({ t }) => t.nav.search, { page: 'search' }),
    show('keywords', ({ t }) => t.nav.keywords, { page: 'keywords' }),
    show('feeds', ({ t }) => t.nav.manage, { page: 'feeds' }),
    ...pagesBesideSettings(isOwner).map((each) => show(each, ({ t }) => t.nav[each], { page: each })),
    show('new-crawl', ({ own }) => own.newCrawl, { page: 'new-crawl' }),
    ...settingsSections.map((section) =>
      page(
        `settings-${section}`,
        ({ own, settings }) => own.settings(settings.sections[section]),
        () => deeds.show({ page: 'settings', section }),
      ),
    ),
  ];
};

const actionItems = (names: ReturnType<typeof inAll>, deeds: Deeds): PaletteItem[] => {
  const action = (id: string, text: (texts: AllTexts) => string, run: () => void): PaletteItem => ({
    id: `action-${id}`,
    kind: 'action',
    names: names(text),
    run,
  });
  return [
    action(
      'add-feed',
      ({ t }) => t.nav.addFeed,
      () => deeds.open('add-feed'),
    ),
    action(
      'save-page',
      ({ own }) => own.savePage,
      () => deeds.open('save-page'),
    ),
    action('fetch', ({ t }) => t.jobs.refresh, deeds.fetchFeeds),
    action('mark-all', ({ own }) => own.markAll, deeds.markAll),
    ...deeds.marksOfSides.map(({ side, count, mark }) =>
      action(`mark-${side}`, ({ own }) => own.markSide[side](count), mark),
    ),
    action(
      'shortcuts',
      ({ t }) => t.settings.shortcuts,
      () => deeds.open('shortcuts'),
    ),
    ...listLooks.map((view) =>
      action(
        `look-${view}`,
        ({ t, own }) => own.look(t.list.looks[view]),
        () => deeds.change({ view }),
      ),
    ),
    ...themeModes.map((theme) =>
      action(
        `theme-${theme}`,
        ({ t, own }) => own.theme(t.settings.themes[theme]),
        () => deeds.change({ theme }),
      ),
    ),
    ...languages.map((language) =>
      action(
        `language-${language}`,
        ({ own }) => own.language(languageName(language)),
        () => deeds.change({ language }),
      ),
    ),
    ...(['beside', 'in_place'] as const).map((place) =>
      action(
        `open-${place}`,
        ({ own }) => own.articles[place],
        () => deeds.change({ open_articles: place }),
      ),
    ),
  ];
};

type Reader = {
  feeds: readonly Feed[];
  searches: readonly SavedSearch[];
  tags: readonly { name: string }[];
  language: Language;
  isOwner: boolean;
};

/** Returns everything that the palette finds: pages, actions, folders, tags, saved searches and feeds. */
export const paletteItems = (
  { feeds, searches, tags, language, isOwner }: Reader,
  deeds: Deeds,
): PaletteItem[] => {
  const names = inAll(language);
  const folders = [...new Set(feeds.flatMap(({ folder }) => (folder === null ? [] : [folder])))];
  return [
    ...pageItems(names, deeds, isOwner),
    ...actionItems(names, deeds),
    ...folders.map((name): PaletteItem => ({
      id: `folder-${name}`,
      kind: 'folder',
      names: [name],
      run: () => deeds.go({ kind: 'folder', name }),
    })),
    ...tags.map(({ name }): PaletteItem => ({
      id: `tag-${name}`,
      kind: 'tag',
      names: [name],
      run: () => deeds.go({ kind: 'tag', name }),
    })),
    ...searches.map((search): PaletteItem => ({
      id: `search-${search.search_id}`,
      kind: 'search',
      names: [search.name, search.q],
      run: () => deeds.search(search),
    })),
    ...feeds.map(({ feed_id: feedId, title }): PaletteItem => ({
      id: `feed-${feedId}`,
      kind: 'feed',
      names: [title],
      run: () => deeds.go({ kind: 'feed', feedId }),
    })),
  ];
};
