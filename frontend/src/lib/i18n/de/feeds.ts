import { type FeedErrorCode, type IntervalReason, KEPT_FOR_EVER } from '@omomi/backend/contract';
import type { LaterTexts } from '../en/later.ts';
import { counted, wholeNumber } from './counted.ts';

/** Formats an interval in minutes as "alle 30 Minuten", "jede Stunde" or "alle 5 Stunden". */
const every = (minutes: number): string => {
  const hours = Math.round(minutes / 60);
  if (minutes === 1) return 'jede Minute';
  if (minutes < 60) return `alle ${minutes} Minuten`;
  return hours === 1 ? 'jede Stunde' : `alle ${hours} Stunden`;
};

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const why: Record<IntervalReason, (minutes: number) => string> = {
  chosen: (minutes) => `${capital(every(minutes))}, wie du es gewählt hast.`,
  another_reader: (minutes) =>
    `${capital(every(minutes))}, wie es jemand anderes auf diesem Server gewählt hat.`,
  usual: (minutes) => `${capital(every(minutes))}, und seltener, je länger nichts Neues kommt.`,
  publishes_rarely: (minutes) => `Etwa ${every(minutes)}, weil selten etwas erscheint.`,
  publisher_asks: (minutes) => `Etwa ${every(minutes)}, weil die Website darum bittet.`,
  hub: (minutes) => `Sofort, weil die Website Neues meldet, und zur Sicherheit etwa ${every(minutes)}.`,
};

const short: Partial<Record<IntervalReason, string>> = {
  publishes_rarely: 'es erscheint selten etwas',
  publisher_asks: 'die Website bittet darum',
  hub: 'die Website meldet Neues sofort',
};

const articles = (n: number): string => `${wholeNumber(n)} Artikel`;

export const drawer = {
  find: 'Feed oder Ordner suchen',
  none: 'Kein Feed oder Ordner heißt so.',
};

export const feedDialogs: LaterTexts['feedDialogs'] = {
  details: {
    about: 'Über den Feed',
    address: 'Adresse',
    changeAddress: 'Ändern…',
    newAddress: 'Neue Adresse',
    addressHint: 'Ordner, Name und Einstellungen bleiben, und was du gelesen hast, bleibt gelesen.',
    change: 'Adresse ändern',
    changing: 'Der Feed wird gelesen…',
    moved: (title, url) => `„${title}“ wird jetzt von ${url} gelesen.`,
    fetches: {
      title: 'Die letzten 30 Tage',
      outcomes: {
        new: 'etwas Neues',
        unchanged: 'nichts Neues',
        failed: 'fehlgeschlagen',
        none: 'nicht abgerufen',
      },
      summary: (fresh, unchanged, failed, none) =>
        [
          `Etwas Neues an ${counted(fresh, 'Tag', 'Tagen')}`,
          `nichts Neues an ${unchanged}`,
          ...(failed === 0 ? [] : [`fehlgeschlagen an ${failed}`]),
          ...(none === 0 ? [] : [`nicht abgerufen an ${none}`]),
        ].join(', ') + '.',
      failedOn: (days) => ` Fehlgeschlagen am: ${days}.`,
    },
    past: {
      title: 'Ältere Artikel',
      look: 'Nach älteren suchen',
      none: 'Dieser Feed führt zu keinen älteren Artikeln.',
      takes: (n, minutes) =>
        `Bis zu ${articles(n)}, als gelesen, in höchstens etwa ${counted(minutes, 'Minute', 'Minuten')}.`,
      takesPages: (n, minutes) =>
        `${counted(n, 'Seite', 'Seiten')} der Website. Die mit Datum kommen als gelesen, in etwa ${counted(minutes, 'Minute', 'Minuten')}.`,
      bring: 'Holen',
      goOn: 'Fortsetzen',
      begun: 'Sie kommen. Unter „Aktivität“ steht, wie weit es ist.',
    },
    signIn: {
      title: 'Anmeldung bei dieser Website',
      text: 'Für eine Website, die Abonnenten mehr zeigt. Deine Anmeldung wird verschlüsselt aufbewahrt, nur an diese Website gesendet und nie wieder gezeigt. Der Feed gehört dann dir allein.',
      cookie: 'Cookie der Website',
      cookieHint:
        'Was dein Browser an die Website sendet: der Wert von „Cookie“ in seinen Entwicklerwerkzeugen.',
      user: 'Benutzername bei der Website',
      password: 'Passwort bei der Website',
      header: 'Name eines Headers',
      value: 'Wert des Headers',
      save: 'Anmeldung aufbewahren',
      saving: 'Die Website wird gefragt…',
      saved: 'Die Website nimmt deine Anmeldung an.',
      kinds: {
        cookie: 'ein Cookie',
        login: 'Name und Passwort',
        headers: 'Header',
      },
      has: (kinds, at) => `Angegeben am ${at}: ${kinds}.`,
      remove: 'Entfernen',
      removed: 'Die Anmeldung ist gelöscht.',
      unavailable: 'Wer diesen Server betreibt, hat das nicht eingerichtet.',
      invalid: {
        what: 'Das lässt sich nicht an die Website senden.',
        todo: 'Füge es noch einmal ein, in einer Zeile. Die Adresse muss mit https beginnen.',
      },
    },
    newsletter: {
      address: 'Adresse',
      from: 'Letzter Absender',
      none: 'Noch ist keine Mail gekommen',
      unsubscribe: 'Abbestellen',
      atSender: 'Beim Absender',
    },
    like: {
      title: 'Ähnliche Feeds',
      look: 'Zeigen',
      none: 'Von den bekannten Feeds ist diesem keiner sehr ähnlich.',
      follow: 'Abonnieren',
      followed: 'Abonniert',
    },
    status: 'Zustand',
    well: 'Alles in Ordnung.',
    lastSuccess: 'Zuletzt abgerufen',
    lastAttempt: 'Letzter Versuch',
    nextAttempt: 'Nächster Versuch',
    notPlanned: 'Keiner geplant',
    never: 'Nie',
    newest: 'Neuester Artikel',
    pace: 'Tempo',
    perWeek: (count) => `${count} Artikel pro Woche`,
    unknown: 'Unbekannt: Die Artikel haben kein Datum',
    leftOut: 'Ausgelassen',
    leftOutWhy: {
      over_limit: (n) =>
        `${counted(n, 'älterer Artikel', 'ältere Artikel')}: Ein Abruf bringt höchstens die neuesten 50.`,
      too_large: (n) => `${articles(n)}: zu groß zum Speichern.`,
      unreadable: (n) =>
        `${articles(n)}: nicht lesbar. ${n === 1 ? 'Er kommt' : 'Sie kommen'}, sobald sich das ändert.`,
    },
    volume: 'Wie viel davon zu sehen ist',
    volumes: {
      more: 'Mehr: Artikel stehen weiter oben',
      normal: 'Normal: viele am Tag stehen tiefer',
      less: 'Weniger: Artikel stehen tiefer',
    },
    keep: 'Wie lange Artikel bleiben',
    kept: (days) =>
      days === null
        ? 'Wie in den Einstellungen'
        : days === KEPT_FOR_EVER
          ? 'Für immer'
          : counted(days, 'Tag', 'Tage'),
    keptHint: 'Gelesen oder nicht. Über die übliche Zeit hinaus bleiben die neuesten 5.000.',
    interval: 'Wie oft nachgesehen wird',
    every: (minutes) => capital(every(minutes)),
    automatic: 'Automatisch',
    automaticNow: (minutes, reason) => {
      const because = short[reason];
      return `Automatisch (jetzt etwa ${every(minutes)}${because === undefined ? '' : `: ${because}`})`;
    },
    whyInterval: why,
    whyFirst: 'Er wurde noch nicht abgerufen.',
    whyAsked: 'Die Website hat darum gebeten, so lange zu warten.',
    whyFailing: 'Der letzte Versuch schlug fehl, deshalb versucht Omomi es dann noch einmal.',
  },
  renameTitle: 'Feed umbenennen',
  name: 'Name',
  ownName: 'Leer gilt der Name, den der Feed sich gibt.',
  moveTitle: 'In Ordner verschieben',
  newFolder: 'Name des Ordners',
  folderHint: 'Wähle einen Ordner oder gib einen neuen Namen ein. Leer heißt ohne Ordner.',
  renameFolderTitle: 'Ordner umbenennen',
  renameFolderHint: 'Gibt es schon einen Ordner mit dem neuen Namen, werden die beiden einer.',
  folderMerged: (name) => `Die Feeds sind jetzt zusammen in „${name}“.`,
  folderDeleted: (name) => `Der Ordner „${name}“ ist gelöscht. Seine Feeds bleiben abonniert.`,
  deleteFolderTitle: (name) => `Ordner „${name}“ löschen?`,
  deleteFolderText: 'Seine Feeds bleiben abonniert, ohne Ordner.',
  deleteFolderConfirm: 'Ordner löschen',
  unsubscribeTitle: (title) => `„${title}“ abbestellen?`,
  unsubscribeText: 'Seine Artikel verschwinden aus deinen Listen. Was du dir gemerkt hast, bleibt.',
  unsubscribeConfirm: 'Abbestellen',
};

const feeds = (n: number): string => counted(n, 'Feed', 'Feeds');

export const yourReading: LaterTexts['yourReading'] = {
  title: 'Was du liest',
  failed: 'Was du geöffnet hast, konnte nicht gezählt werden.',
  none: {
    title: 'Keine Artikel im letzten Monat',
    text: 'Sobald welche da sind, siehst du hier, wie viele du von jedem Feed geöffnet hast.',
  },
  intro: (since, read, came) => `Seit ${since} hast du ${wholeNumber(read)} von ${articles(came)}n geöffnet.`,
  partial: 'Gezählt sind nur deine neuesten Artikel.',
  isPrivate: 'Nur du siehst das. Es wird beim Öffnen aus deinen Listen gezählt und nirgends gespeichert.',
  least: 'Am seltensten geöffnet',
  leastText:
    'Ein Druck genügt, um einen Feed abzubestellen, und du kannst es rückgängig machen. Was du dir gemerkt hast, bleibt.',
  readOf: (read, came) => `${read} von ${came}`,
  all: (n) => `Alle ${wholeNumber(n)} zeigen`,
  pictures: 'Was du geöffnet hast',
  byDay: 'An welchem Tag',
  byHour: 'Zu welcher Stunde',
  byFeed: 'Aus welchem Feed',
  byKeyword: 'Zu welchem Stichwort',
  most: (at, n) => `Am meisten: ${at}, ${articles(n)}.`,
  asTable: 'Als Tabelle',
};

export const feedsPage: LaterTexts['feedsPage'] = {
  moveInOut: 'Importieren oder exportieren',
  loadFailed: 'Die Feeds konnten nicht geladen werden.',
  samples: {
    note: (n) =>
      n === 1
        ? 'Einer dieser Feeds ist ein Beispiel, das Omomi mitgebracht hat.'
        : `${wholeNumber(n)} dieser Feeds sind Beispiele, die Omomi mitgebracht hat.`,
    remove: 'Beispiele entfernen',
  },
  tableLabel: 'Deine Feeds',
  tableHint:
    'Pfeiltasten führen von Zeile zu Zeile. Die Leertaste wählt einen Feed, mit Umschalt alle bis dorthin.',
  columns: {
    title: 'Feed',
    folder: 'Ordner',
    health: 'Zustand',
    pace: 'Woche',
    unread: 'Neu',
    success: 'Abgerufen',
    share: 'Anteil',
    importance: 'Wichtigkeit',
  },
  meanings: {
    title: 'Der Feed',
    folder: 'Sein Ordner',
    health: 'Ob er zu lesen ist, und was zu tun ist, wenn nicht',
    pace: 'Artikel pro Woche, in den letzten vier Wochen',
    unread: 'Ungelesene Artikel',
    success: 'Wann er zuletzt ohne Störung abgerufen wurde',
    share: 'Sein Anteil an dem, was du in den letzten 30 Tagen gelesen hast',
    importance: 'Die mittlere Wichtigkeit seiner Artikel, als sie neu waren, von 0 bis 100',
  },
  actions: 'Aktionen',
  fine: 'In Ordnung',
  unknown: 'Unbekannt',
  find: 'Feed, Adresse oder Ordner suchen',
  state: 'Zeigen',
  anyState: 'Alle Feeds',
  states: {
    trouble: 'Gestört',
    paused: 'Angehalten',
    quiet: 'Seit 90 Tagen still',
    never_read: 'Nie gelesen',
  },
  sortBy: 'Ordnen nach',
  order: { up: 'Aufsteigend', down: 'Absteigend' },
  count: (shown, all) => (shown === all ? feeds(all) : `${shown} von ${feeds(all)}`),
  inTrouble: (n) => `${wholeNumber(n)} gestört`,
  partial: 'Anteil und Wichtigkeit gelten nur für deine neuesten Artikel',
  select: (title) => `„${title}“ wählen`,
  selectAll: 'Alle gezeigten wählen',
  selected: (n) => `${wholeNumber(n)} gewählt`,
  clear: 'Auswahl aufheben',
  move: 'Verschieben…',
  moveTitle: (n) => `${feeds(n)} in einen Ordner verschieben`,
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  markRead: 'Als gelesen',
  retry: 'Jetzt noch einmal',
  leave: 'Abbestellen…',
  leaveTitle: (n) => `${feeds(n)} abbestellen?`,
  leaveText: (names, more) =>
    `${names}${more === 0 ? '' : ` und ${wholeNumber(more)} mehr`}. Ihre Artikel verschwinden aus deinen Listen. Was du dir gemerkt hast, bleibt.`,
  leaveConfirm: (n) => `${feeds(n)} abbestellen`,
  working: {
    move: (done, total) => `Feeds werden verschoben, ${done} von ${total}`,
    pause: (done, total) => `Feeds werden angehalten, ${done} von ${total}`,
    resume: (done, total) => `Feeds werden fortgesetzt, ${done} von ${total}`,
    retry: (done, total) => `Feeds werden noch einmal versucht, ${done} von ${total}`,
    leave: (done, total) => `Feeds werden abbestellt, ${done} von ${total}`,
  },
  waiting:
    'Omomi nimmt nur eine begrenzte Zahl auf einmal an. Binnen einer Minute geht es von selbst weiter.',
  stop: 'Anhalten',
  did: {
    move: (n) => `${feeds(n)} verschoben.`,
    pause: (n) => `${feeds(n)} angehalten.`,
    resume: (n) => `${feeds(n)} fortgesetzt.`,
    retry: (n) => counted(n, 'Feed wird', 'Feeds werden') + ' wieder regelmäßig abgerufen.',
    leave: (n) => `${feeds(n)} abbestellt.`,
  },
  failed: {
    move: (n) => `${counted(n, 'Feed konnte', 'Feeds konnten')} nicht verschoben werden:`,
    pause: (n) => `${counted(n, 'Feed konnte', 'Feeds konnten')} nicht angehalten werden:`,
    resume: (n) => `${counted(n, 'Feed konnte', 'Feeds konnten')} nicht fortgesetzt werden:`,
    retry: (n) => `${counted(n, 'Feed konnte', 'Feeds konnten')} nicht noch einmal versucht werden:`,
    leave: (n) => `${counted(n, 'Feed konnte', 'Feeds konnten')} nicht abbestellt werden:`,
  },
  stopped: (n) => `Angehalten. ${counted(n, 'Feed blieb, wie er war.', 'Feeds blieben, wie sie waren.')}`,
  none: {
    title: 'Kein Feed passt.',
    text: 'Suche etwas anderes oder zeige alle Feeds.',
    action: 'Alle Feeds zeigen',
  },
  empty: {
    title: 'Du hast noch keine Feeds',
    text: 'Füge die Adresse einer Website hinzu, die du magst, oder bring deine Feeds aus einem anderen Feedreader mit.',
  },
  pace: (figure) => `${figure} pro Woche`,
  read: (when) => `abgerufen ${when}`,
};

export const remedies: Record<FeedErrorCode, string> = {
  gone: 'Suche auf der Website eine andere Adresse, oder bestelle ihn ab.',
  not_found: 'Suche die neue Adresse auf der Website und ändere sie unter „Einzelheiten“.',
  forbidden: 'Versuche es später noch einmal, oder suche eine andere Adresse der Website.',
  unauthorized: 'Abonniere eine Adresse, die allen offensteht.',
  rate_limited: 'Nichts zu tun: Omomi wartet.',
  server_error: 'Nichts zu tun: Omomi versucht es von selbst noch einmal.',
  http_error: 'Versuche es später noch einmal; bleibt es so, suche die neue Adresse.',
  unresolved: 'Prüfe die Adresse auf Tippfehler, oder sieh nach, wohin die Website umgezogen ist.',
  unreachable: 'Noch nichts zu tun; bleibt es so, sieh nach, ob es die Website noch gibt.',
  timed_out: 'Nichts zu tun: Omomi versucht es von selbst noch einmal.',
  tls_failed: 'Sieh nach, ob sich die Website im Browser öffnet; beheben muss es, wer sie betreibt.',
  too_large: 'Suche einen kürzeren Feed der Website.',
  too_many_redirects: 'Öffne die Website und ändere die Adresse unter „Einzelheiten“.',
  address_refused: 'Abonniere eine Adresse im öffentlichen Netz.',
  not_a_feed: 'Suche auf dieser Seite die neue Adresse des Feeds und ändere sie unter „Einzelheiten“.',
  parse_failed: 'Versuche es später noch einmal; beheben muss es, wer die Website betreibt.',
  too_complex: 'Suche einen kürzeren Feed der Website.',
  not_a_listing: 'Ändere die Adresse unter „Einzelheiten“.',
  robots_disallowed: 'Suche einen Feed der Website.',
  sign_in_needed: 'Gib deine Anmeldung unter „Einzelheiten“ neu an.',
};
