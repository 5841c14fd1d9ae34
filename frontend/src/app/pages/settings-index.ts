import type { Dictionary } from '../../lib/i18n/en/start.ts';
import type { LaterTexts } from '../../lib/i18n/en/later.ts';
import { type SettingsSection, pagesBesideSettings, pathOf, settingsSections } from '../address/route.ts';

/** A setting or a page beside the settings, as the search of the settings finds it. */
export type SettingEntry = {
  /** Unique. `MarkedSetting` gets it, and the row or section of this name is marked. */
  name: string;
  /** The name of the page that it is on. */
  place: string;
  label: string;
  hint: string;
  /** More words by which it is found: those of its options, and what a reader may call it. */
  words: string;
  href: string;
};

type Texts = { t: Dictionary; later: LaterTexts };
type Row = [name: string, label: string, hint: string, ...words: string[]];

/** The settings of reading, and of what comes by itself. */
const readingRows = ({ t, later: { keywords, morning, notifications, settings: own } }: Texts): Row[] => {
  const { also } = own;
  const marking = own.groups.marking;
  return [
    ['order', own.order, '', also.lists, ...Object.values(t.list.sorts)],
    ['filter', own.filter, '', also.lists, ...Object.values(t.list.filters)],
    ['open-articles', own.openArticles, own.openArticlesHint, ...Object.values(own.openPlaces)],
    ['page-size', own.pageSize, own.pageSizeHint, also.lists],
    ['mark-on-open', own.markOnOpen, own.markOnOpenHint, marking, also.marking],
    ['mark-on-scroll', own.markOnScroll, own.markOnScrollHint, marking, also.marking],
    ['mark-story', own.markStory, own.markStoryHint, marking, also.marking],
    ['freshness', own.freshness, own.freshnessHint, also.importance],
    ['balance', own.balance, own.balanceHint, also.importance],
    ['learn', keywords.learn, keywords.learnHint, also.importance],
    ['notifications', notifications.row, notifications.rowHint, notifications.title, also.notifications],
    ['morning', morning.row, morning.rowHint, morning.title, also.morning],
  ];
};

/** The settings of each page in the order in which they stand there. */
const rowsOf = ({ t, later }: Texts): Record<SettingsSection, Row[]> => {
  const { adding, settings: own, reading, opml, rules, account, ownWays } = later;
  const { also } = own;
  return {
    display: [
      ['language', t.settings.language, '', also.language],
      ['theme', t.settings.theme, '', also.theme, ...Object.values(t.settings.themes)],
      ['look', t.list.look, '', also.look, ...Object.values(t.list.looks)],
      ...(['size', 'width', 'face', 'spacing'] as const).map((each): Row => [
        `text-${each}`,
        reading[each],
        reading.typeOfArticles,
        also.text,
      ]),
      ['images', own.images, own.imagesHint, also.pictures],
      ['proxy-images', own.proxyImages, own.proxyImagesHint, also.pictures],
      ['list-images', own.listImages, own.listImagesHint, also.pictures],
      ['shortcuts', t.settings.shortcuts, '', also.keys],
    ],
    reading: readingRows({ t, later }),
    feeds: [
      ['rules', rules.title, rules.intro, also.rules],
      ['opml', opml.title, opml.intro, also.opml, opml.choose, opml.export],
      ['keep-unread', own.keepUnread, own.retentionHint, own.retention, also.retention],
      ['keep-read', own.keepRead, own.retentionHint, own.retention, also.retention],
    ],
    apps: [
      ['apps', account.tokens.title, account.tokens.text, also.apps],
      ['app-reasons', account.tokens.reasons, account.tokens.reasonsHint],
      ['addresses', account.feedAddresses.title, account.feedAddresses.text, also.addresses],
      ['destinations', account.destinations.title, account.destinations.text, also.destinations],
      ['elsewhere', adding.savePage.elsewhere, adding.savePage.elsewhereText, adding.savePage.saveLink],
    ],
    account: [
      ['who', account.account.who, '', t.nav.signOut, also.account],
      ['identities', account.account.identities, account.account.identitiesText, also.account],
      ['invite', ownWays.account.invite, ownWays.account.inviteText, also.invite],
      ['sessions', account.account.sessions, account.account.sessionsText, also.sessions],
      ['export', own.data.export, own.data.exportText, own.yourData, also.export],
      ['taste', own.taste.title, own.taste.text, own.yourData, also.taste],
      ['leave', own.data.leave, own.data.leaveText, own.data.leaveStart, also.leave],
    ],
  };
};

/** The settings that only readers who sign in have, and those that only the owner of accounts has. */
const signedIn: readonly string[] = ['who', 'identities', 'sessions'];
const ofOwner: readonly string[] = ['invite'];

type Reader = { isSignedIn: boolean; isOwner: boolean };

/** Returns all that this reader can set, in the order of the pages, and the pages beside the settings. */
export const settingEntries = (texts: Texts, { isSignedIn, isOwner }: Reader): SettingEntry[] => {
  const { t, later } = texts;
  const { sections, yourData, also } = later.settings;
  const nameOf = (section: SettingsSection): string =>
    section === 'account' && !isSignedIn ? yourData : sections[section];
  const pages = pagesBesideSettings(isOwner).map((page): SettingEntry => ({
    name: page,
    place: t.nav[page],
    label: t.nav[page],
    hint: '',
    words: also[page],
    href: pathOf({ page }),
  }));
  const rows = rowsOf(texts);
  const ofSections = settingsSections.flatMap((section) =>
    rows[section]
      .filter(([name]) => isSignedIn || !signedIn.includes(name))
      .filter(([name]) => (isSignedIn && isOwner) || !ofOwner.includes(name))
      .map(([name, label, hint, ...words]): SettingEntry => ({
        name,
        place: nameOf(section),
        label,
        hint,
        words: words.join(' '),
        href: `${pathOf({ page: 'settings', section })}?setting=${name}`,
      })),
  );
  return [...ofSections, ...pages];
};

/** Upper case first: “ß” then equals “ss”, which some type for it. */
const folded = (text: string): string => text.normalize('NFKC').toUpperCase().toLowerCase();

/** Returns how well a word occurs in a label: 4 as all of it, 3 as a word of it, 2 where one begins, 1 inside one, else 0. */
const worthIn = (label: string, word: string): number => {
  const text = folded(label);
  if (!text.includes(word)) return 0;
  if (text === word) return 4;
  const words = text.split(/[^\p{L}\p{N}]+/u);
  if (words.includes(word)) return 3;
  return words.some((each) => each.startsWith(word)) ? 2 : 1;
};

/**
 * Returns the entries in which every word of the query occurs, also within a word, as Japanese and German need: those with more
 * of the words in their label first, otherwise in their order. None for blanks.
 */
export const findSettings = (query: string, entries: readonly SettingEntry[]): SettingEntry[] => {
  const words = folded(query).split(/\s+/u).filter(Boolean);
  if (words.length === 0) return [];
  const worthOf = ({ label }: SettingEntry): number =>
    words.reduce((sum, word) => sum + worthIn(label, word), 0) + worthIn(label, words.join(' '));
  return entries
    .filter(({ label, hint, words: more, place }) => {
      const all = folded([label, hint, more, place].join(' '));
      return words.every((word) => all.includes(word));
    })
    .toSorted((a, b) => worthOf(b) - worthOf(a));
};
