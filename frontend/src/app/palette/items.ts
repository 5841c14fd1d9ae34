import type { Feed, SavedSearch } from '@omomi/backend/contract';
import type { Dictionary } from '../../lib/i18n/dictionary.ts';
import { dictionaries } from '../../lib/i18n/dictionaries.ts';
import { type Language, type LanguageChoice, languageNames, languages } from '../../lib/i18n/languages.ts';
import { paletteTexts } from '../../lib/i18n/texts/keys/palette.ts';
import { settingsTexts } from '../../lib/i18n/texts/settings.ts';
import { type ListLook, listLooks } from '../../lib/preferences/choices.ts';
import { themeModes } from '../../lib/preferences/theme-mode.tsx';
import type { Place } from '../../features/feeds/place.ts';
import { type Route, settingsSections } from '../address/route.ts';
import type { Named } from './match.ts';

type PaletteKind = 'feed' | 'folder' | 'search' | 'page' | 'action';
export type PaletteItem = Named & { id: string; kind: PaletteKind; run: () => void };

/** What the palette leads to and does. */
export type Deeds = {
  go: (place: Place) => void;
  show: (page: Route) => void;
  search: (saved: Pick<SavedSearch, 'q' | 'order'>) => void;
  open: (dialog: 'add-feed' | 'shortcuts') => void;
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
  own: (typeof paletteTexts)['en'];
  settings: (typeof settingsTexts)['en'];
};

/** Returns a text in every language, the reader's first. */
const inAll =
  (language: Language) =>
  (text: (texts: AllTexts) => string): string[] => {
    const order = [language, ...languages.filter((each) => each !== language)];
    return order.map((each) =>
      text({ t: dictionaries[each], own: paletteTexts[each], settings: settingsTexts[each] }),
    );
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
    show('crawls', ({ t }) => t.nav.crawls, { page: 'crawls' }),
    show('new-crawl', ({ own }) => own.newCrawl, { page: 'new-crawl' }),
    show('jobs', ({ t }) => t.nav.jobs, { page: 'jobs' }),
    ...(isOwner ? [show('owner', ({ t }) => t.nav.owner, { page: 'owner' })] : []),
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
        ({ own }) => own.language(languageNames[language]),
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
  language: Language;
  isOwner: boolean;
};

/** Returns everything that the palette finds: pages, actions, folders, saved searches and feeds. */
export const paletteItems = ({ feeds, searches, language, isOwner }: Reader, deeds: Deeds): PaletteItem[] => {
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
