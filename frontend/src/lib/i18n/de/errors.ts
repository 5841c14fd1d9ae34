import type { ErrorSentence, LaterErrorCode, NoListingReason } from '../en/start-errors.ts';

export const laterErrors: Record<LaterErrorCode, ErrorSentence> = {
  FEED_UNREACHABLE: {
    what: 'Unter dieser Adresse war nichts zu lesen.',
    todo: 'Versuche es später noch einmal.',
  },
  ADDRESS_REFUSED: {
    what: 'Diese Adresse liegt nicht im öffentlichen Netz.',
    todo: 'Nur öffentliche Adressen mit http oder https lassen sich abonnieren.',
  },
  CREDENTIALS_WRONG: {
    what: 'Das passt nicht zusammen.',
    todo: 'Prüfe Name und Passwort oder melde dich auf einem anderen Weg an.',
  },
  FRESH_SIGN_IN_NEEDED: {
    what: 'Deine Anmeldung ist älter als zehn Minuten.',
    todo: 'Melde dich ab, wieder an, und tu das dann innerhalb von zehn Minuten.',
  },
  INVITATION_UNKNOWN: {
    what: 'Dieser Link wurde schon benutzt oder ist älter als ein Tag.',
    todo: 'Frage, wer dieses Omomi verwaltet, nach einem neuen.',
  },
  NAME_TAKEN: { what: 'Diesen Namen hat schon jemand.', todo: 'Wähle einen anderen.' },
  IMPORT_RUNNING: {
    what: 'Ein anderer Import läuft noch, deshalb wurde diese Datei nicht importiert.',
    todo: 'Warte, bis er fertig ist, und importiere sie dann noch einmal.',
  },
  PAST_RUNNING: {
    what: 'Von einem anderen Feed werden gerade ältere Artikel geholt.',
    todo: 'Warte, bis das fertig ist, oder brich es ab, und starte dann dies.',
  },
  CRAWL_RUNNING: {
    what: 'Ein anderer Crawl von dir läuft noch.',
    todo: 'Warte, bis er fertig ist, oder brich ihn ab, und starte dann diesen.',
  },
  CRAWL_LIMIT: { what: 'Das ist mehr, als du verlangen darfst.', todo: 'Wähle eine kleinere Zahl.' },
  SEARCH_EXISTS: {
    what: 'Eine gespeicherte Suche heißt schon so.',
    todo: 'Wähle einen anderen Namen oder ändere die vorhandene Suche.',
  },
  SEARCH_LIMIT: {
    what: 'Mehr gespeicherte Suchen sind nicht möglich.',
    todo: 'Lösche eine, um Platz zu schaffen.',
  },
  HIGHLIGHT_LIMIT: {
    what: 'Dieser Artikel hat 100 Markierungen, mehr gehen nicht.',
    todo: 'Entferne eine davon, dann markiere diese Stelle.',
  },
  TAG_LIMIT: {
    what: 'Du hast das Limit von 200 Etiketten erreicht.',
    todo: 'Lösche ein Etikett, das du nicht mehr brauchst, und füge dann dieses hinzu.',
  },
  DESTINATION_LIMIT: {
    what: 'Du hast neun Ziele, mehr geht nicht.',
    todo: 'Entferne ein Ziel, das du nicht mehr brauchst, und füge dann dieses hinzu.',
  },
  RULE_LIMIT: {
    what: 'Mehr Regeln sind nicht möglich: höchstens 100, mit zusammen 1.000 Wörtern und anderen Werten.',
    todo: 'Lösche eine Regel oder ein paar Wörter, um Platz zu schaffen.',
  },
  TOKEN_LIMIT: { what: 'Mehr API-Token sind nicht möglich.', todo: 'Widerrufe eines, um Platz zu schaffen.' },
  FEED_ADDRESS_LIMIT: {
    what: 'Mehr Feed-Adressen sind nicht möglich.',
    todo: 'Widerrufe eine, um Platz zu schaffen.',
  },
  LAST_IDENTITY: {
    what: 'Nur so kannst du dich anmelden.',
    todo: 'Verbinde erst einen anderen Weg, oder lösche das Konto.',
  },
  SUBSCRIPTION_LIMIT: {
    what: 'Mehr Feeds sind nicht möglich.',
    todo: 'Bestelle einen ab, um Platz zu schaffen.',
  },
  PASSKEY_LIMIT: {
    what: 'Mehr Passkeys sind nicht möglich.',
    todo: 'Entferne einen, den du nicht mehr hast.',
  },
  KEYWORD_LIMIT: {
    what: 'Mehr Stichwörter sind nicht möglich.',
    todo: 'Lösche eines, um Platz zu schaffen.',
  },
  PAGE_NOT_SAVED: { what: 'Die Seite konnte nicht gemerkt werden.', todo: 'Öffne die Seite selbst.' },
  SENDING_FAILED: {
    what: 'Der Artikel wurde dort nicht angenommen.',
    todo: 'Prüfe Adresse und Header dieses Ziels, oder versuche es später noch einmal.',
  },
  TEXT_MODEL_FAILED: { what: 'Der Text wurde nicht geschrieben.', todo: 'Versuche es später noch einmal.' },
  TEXT_MODEL_LIMIT: {
    what: 'Das Modell hat sein Geld für diesen Monat verbraucht.',
    todo: 'Warte auf den nächsten Monat, oder bitte den, der dieses Omomi verwaltet, um mehr.',
  },
  SEVERAL_FEEDS: { what: 'Diese Seite hat mehrere Feeds.', todo: 'Wähle einen davon.' },
  FEED_NOT_FOUND: {
    what: 'Unter dieser Adresse ist kein Feed zu finden.',
    todo: 'Versuche die Seite mit den neuesten Artikeln oder die Adresse des Feeds selbst.',
  },
  FEED_INVALID: {
    what: 'Das Dokument unter dieser Adresse ist kein gültiger Feed.',
    todo: 'Versuche eine andere Adresse.',
  },
  LEARNING_OFF: {
    what: 'Omomi lernt nicht aus dem, was du magst.',
    todo: 'Schalte es erst in den Einstellungen ein.',
  },
  IMAGE_UNAVAILABLE: {
    what: 'Die Website hat kein Bild geliefert.',
    todo: 'Öffne den Artikel im Original, um es zu sehen.',
  },
  FEED_INACTIVE: {
    what: 'Dieser Feed ist angehalten oder gestoppt.',
    todo: 'Setze ihn fort und rufe ihn dann noch einmal ab.',
  },
  MODEL_UNAVAILABLE: {
    what: 'Das Modell für die Wertung antwortet nicht.',
    todo: 'Versuche es in ein paar Minuten noch einmal.',
  },
  ALREADY_SUBSCRIBED: {
    what: 'Diesen Feed hast du schon abonniert.',
    todo: 'Du findest ihn in der Liste der Feeds.',
  },
  UNHEALTHY: { what: 'Ein Teil von Omomi funktioniert nicht.', todo: 'Lies das Protokoll von Omomi.' },
};

export const noListing: Record<NoListingReason, ErrorSentence> = {
  article: {
    what: 'Hier gibt es keinen Feed, und die Seite ist ein einzelner Artikel.',
    todo: 'Gib die Seite an, die die Artikel auflistet.',
  },
  sign_in: {
    what: 'Hier gibt es keinen Feed, und die Seite verlangt eine Anmeldung.',
    todo: 'Gib eine Seite an, die allen offensteht.',
  },
  needs_scripts: {
    what: 'Hier gibt es keinen Feed, und ohne Skripte bleibt die Seite leer.',
    todo: 'Suche einen Feed der Website oder eine Seite, die ihre Schlagzeilen ohne Skripte zeigt.',
  },
  no_list: {
    what: 'Hier gibt es weder einen Feed noch eine Liste von Schlagzeilen.',
    todo: 'Gib die Seite an, die die Artikel auflistet.',
  },
  robots_disallowed: {
    what: 'Hier gibt es keinen Feed, und Programme sollen die Seite nicht lesen (robots.txt).',
    todo: 'Suche einen Feed der Website.',
  },
};
