import type { TimeWords, common as english, Dictionary } from '../en/start.ts';
import { counted, decimal, wholeNumber } from './counted.ts';
import { articles } from './start-articles.ts';
import { errors } from './start-errors.ts';
import { feeds } from './start-feeds.ts';

const months = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
];
/** The months that are not cut to three letters. */
const shortMonths: Readonly<Record<number, string>> = {
  2: 'März',
  4: 'Mai',
  5: 'Juni',
  6: 'Juli',
  8: 'Sept.',
};

const monthOf = (at: Date): string => months[at.getMonth()] ?? '';
const shortMonthOf = (at: Date): string => shortMonths[at.getMonth()] ?? `${monthOf(at).slice(0, 3)}.`;
const two = (n: number): string => String(n).padStart(2, '0');

const shortUnits = { minute: 'Min.', hour: 'Std.', day: 'Tagen' };
const units = {
  minute: ['Minute', 'Minuten'],
  hour: ['Stunde', 'Stunden'],
  day: ['Tag', 'Tagen'],
} as const;
const days = ['gestern', 'vorgestern'];

const day = (at: Date): string => `${at.getDate()}. ${shortMonthOf(at)}`;
const dayOfYear = (at: Date): string => `${day(at)} ${at.getFullYear()}`;

const times: TimeWords = {
  now: 'jetzt',
  ago: (n, unit) => (unit === 'day' ? days[n - 1] : undefined) ?? `vor ${n} ${shortUnits[unit]}`,
  left: (n, unit) => `in ${n} ${units[unit][n === 1 ? 0 : 1]}`,
  day,
  dayOfYear,
  dayAndTime: (at) =>
    `${at.getDate()}. ${monthOf(at)} ${at.getFullYear()} um ${two(at.getHours())}:${two(at.getMinutes())}`,
  shortDayAndTime: (at) => `${dayOfYear(at)}, ${at.getHours()}:${two(at.getMinutes())}`,
};

const common: typeof english = {
  numbers: { whole: wholeNumber, decimal },
  common: {
    close: 'Schließen',
    cancel: 'Abbrechen',
    save: 'Speichern',
    add: 'Hinzufügen',
    retry: 'Noch einmal',
    loading: 'Wird geladen',
    skipToContent: 'Zum Inhalt springen',
    dismiss: 'Ausblenden',
  },
  offline: {
    line: 'Offline. Zu sehen ist, was schon geladen war.',
    waiting: (n) => counted(n, 'Änderung wartet.', 'Änderungen warten.'),
    sending: (n) => counted(n, 'Änderung wird gesendet.', 'Änderungen werden gesendet.'),
    addLater: (name) => `Du bist offline. ${name} kommt hinzu, sobald Omomi erreichbar ist.`,
    added: (title) => `„${title}“ ist hinzugefügt.`,
  },
  nav: {
    label: 'Feeds',
    main: 'Hauptseiten',
    open: 'Feeds zeigen',
    today: 'Heute',
    search: 'Suche',
    searches: 'Gespeicherte Suchen',
    all: 'Alle Artikel',
    saved: 'Gemerkt',
    addFeed: 'Feed hinzufügen',
    manage: 'Feeds verwalten',
    tools: 'Feeds: zeigen und hinzufügen',
    loadFailed: 'Die Feeds konnten nicht geladen werden.',
    unreadOnly: 'Nur Feeds mit Ungelesenem',
    folderGone: (name) => `Der Ordner „${name}“ ist mit seinem letzten Feed verschwunden.`,
    feedsWidth: 'Breite der Feeds',
    listWidth: 'Breite der Liste',
    keywords: 'Stichwörter',
    crawls: 'Crawls',
    owner: 'Verwaltung',
    jobs: 'Aktivität',
    settings: 'Einstellungen',
    signOut: 'Abmelden',
    unread: (n) => `${wholeNumber(n)} ungelesen`,
    collapse: (name) => `Ordner „${name}“ zuklappen`,
    expand: (name) => `Ordner „${name}“ aufklappen`,
  },
  jobs: {
    refresh: 'Feeds abrufen',
    refreshing: 'Feeds werden abgerufen',
    progress: (done, total) => `Feeds werden abgerufen, ${done} von ${total}`,
    fetched: (n) => (n === 0 ? 'Nichts Neues.' : counted(n, 'neuer Artikel.', 'neue Artikel.')),
    fetchedPlain: 'Deine Feeds sind auf dem neuesten Stand.',
    needAttention: (n) => counted(n, 'Feed braucht Hilfe.', 'Feeds brauchen Hilfe.'),
    tryAgain: () => 'Noch einmal',
    tried: (asked, waiting) =>
      [
        ...(asked === 0
          ? []
          : [counted(asked, 'Feed wird noch einmal abgerufen.', 'Feeds werden noch einmal abgerufen.')]),
        ...(waiting === 0
          ? []
          : [
              `${counted(waiting, 'Feed wurde', 'Feeds wurden')} eben erst abgerufen: in einer Minute wieder.`,
            ]),
      ].join(' '),
    fetchFailed: 'Nicht alle Feeds konnten abgerufen werden.',
    ranking: 'Wird neu geordnet…',
    crawlEnded: 'Der Crawl ist zu Ende.',
    broughtOlder: (n) => `${counted(n, 'älterer Artikel ist', 'ältere Artikel sind')} da.`,
    showOlder: 'Liste neu zeigen',
  },
  broken: {
    panes: {
      feeds: 'Die Feeds konnten nicht angezeigt werden.',
      list: 'Die Liste konnte nicht angezeigt werden.',
      article: 'Dieser Artikel konnte nicht angezeigt werden.',
      page: 'Diese Seite konnte nicht angezeigt werden.',
      window: 'Dieses Fenster konnte nicht geöffnet werden.',
    },
    what: 'Auf der Seite selbst ist etwas schiefgegangen.',
    todo: 'Versuche es noch einmal. Wenn das nicht hilft, lade die Seite neu.',
    back: 'Zurück zur Liste',
  },
  settings: {
    language: 'Sprache',
    theme: 'Farben',
    themes: {
      light: 'Hell',
      dark: 'Dunkel',
      auto: 'Automatisch',
      sepia: 'Sepia',
      contrast: 'Hoher Kontrast',
    },
    shortcuts: 'Tastenkürzel',
  },
};

/** The German texts that the page starts with. */
export const start: Dictionary = { ...common, ...feeds, ...articles, ...errors, times };
