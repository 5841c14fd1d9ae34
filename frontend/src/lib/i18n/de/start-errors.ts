import type { errors as english } from '../en/start-errors.ts';
import { counted } from './counted.ts';

export const errors: typeof english = {
  errors: {
    VALIDATION_FAILED: {
      what: 'Eine Angabe ist nicht gültig.',
      todo: 'Prüfe sie und versuche es noch einmal.',
    },
    INVALID_JSON: {
      what: 'Die Anfrage konnte nicht gelesen werden.',
      todo: 'Lade die Seite neu und versuche es noch einmal.',
    },
    INVALID_QUERY: { what: 'Diese Suche ist nicht zu verstehen.', todo: 'Berichtige die markierte Stelle.' },
    INVALID_CURSOR: { what: 'Diese Liste hat sich inzwischen geändert.', todo: 'Lade die Liste neu.' },
    UNAUTHENTICATED: {
      what: 'Du bist nicht angemeldet.',
      todo: 'Melde dich an und versuche es noch einmal.',
    },
    FORBIDDEN: { what: 'Das darfst du nicht.', todo: 'Frage, wer dieses Omomi verwaltet.' },
    HOST_REFUSED: {
      what: 'Omomi nimmt keine Anfragen für diesen Rechnernamen an.',
      todo: 'Öffne Omomi unter der Adresse, die es beim Start genannt hat.',
    },
    ORIGIN_REFUSED: {
      what: 'Omomi nimmt von dieser Seite keine Änderungen an.',
      todo: 'Öffne Omomi unter seiner eigenen Adresse.',
    },
    NOT_FOUND: { what: 'Das gibt es nicht mehr.', todo: 'Lade die Liste neu.' },
    METHOD_NOT_ALLOWED: { what: 'Diese Seite ist älter als der Server.', todo: 'Lade die Seite neu.' },
    KEYWORD_EXISTS: { what: 'Dieses Stichwort hast du schon.', todo: 'Ändere sein Gewicht in der Liste.' },
    PAYLOAD_TOO_LARGE: { what: 'Das ist zu lang.', todo: 'Kürze es und versuche es noch einmal.' },
    RATE_LIMITED: {
      what: 'Das waren zu viele Anfragen.',
      todo: 'Warte eine Minute und versuche es noch einmal.',
    },
    BUSY: {
      what: 'Die Antwort hat zu lange gedauert.',
      todo: 'Versuche es in ein paar Sekunden noch einmal.',
    },
    STORAGE_BUSY: {
      what: 'Der Speicher ist gerade überlastet.',
      todo: 'Versuche es in ein paar Sekunden noch einmal.',
    },
    STORAGE_DAMAGED: {
      what: 'Die Datei mit deinen Daten ist beschädigt.',
      todo: 'Halte Omomi an und hole die letzte tägliche Sicherung zurück: npm run restore',
    },
    STORAGE_FULL: {
      what: 'Die Festplatte mit deinen Daten ist voll. Was gespeichert war, ist nicht verloren.',
      todo: 'Schaffe Platz darauf, dann macht Omomi von selbst weiter.',
    },
    INTERNAL: { what: 'Auf dem Server ist etwas schiefgegangen.', todo: 'Versuche es gleich noch einmal.' },
    OFFLINE: {
      what: 'Omomi ist nicht erreichbar.',
      todo: 'Prüfe, ob es läuft, und versuche es noch einmal.',
    },
    OVERLOADED: {
      what: 'Der Server hat im Moment zu viel zu tun.',
      todo: 'Versuche es in ein paar Sekunden noch einmal.',
    },
    BAD_ANSWER: { what: 'Diese Seite versteht die Antwort des Servers nicht.', todo: 'Lade die Seite neu.' },
  },
  noListing: {},
  noConnection: {
    what: 'Es besteht keine Verbindung.',
    todo: 'Versuche es noch einmal, wenn sie wieder da ist.',
  },
  goesOnIn: (n) =>
    n === 0
      ? 'Omomi versucht es jetzt noch einmal.'
      : `Omomi versucht es in ${counted(n, 'Sekunde', 'Sekunden')} von selbst noch einmal.`,
  waitSeconds: (n) => `Warte ${counted(n, 'Sekunde', 'Sekunden')} und versuche es noch einmal.`,
  waitMinutes: (n) => `Warte ${counted(n, 'Minute', 'Minuten')} und versuche es noch einmal.`,
};
