import type { LaterTexts } from '../en/later.ts';
import { counted, wholeNumber } from './counted.ts';

export const feedDirectory: LaterTexts['feedDirectory'] = {
  browse: 'Feeds nach Thema finden',
  topic: 'Thema',
  list: 'Feeds',
  none: 'Kein bekannter Feed hat diese Wörter. Gib stattdessen eine Adresse ein.',
  found: (n) => counted(n, 'Feed', 'Feeds'),
  topics: {
    news: 'Nachrichten',
    technology: 'Technik',
    programming: 'Programmieren',
    science: 'Wissenschaft',
    business: 'Wirtschaft',
    design: 'Gestaltung',
    culture: 'Bücher und Kultur',
    screen: 'Film und Fernsehen',
    music: 'Musik',
    games: 'Spiele',
    photography: 'Fotografie',
    food: 'Essen',
    travel: 'Reisen',
    sports: 'Sport',
    life: 'Wohnen und Stil',
  },
};

export const adding: LaterTexts['adding'] = {
  addFeed: {
    title: 'Feed hinzufügen',
    address: 'Adresse',
    hint: 'Die Adresse eines Feeds oder irgendeiner Website, oder mehrere: je Zeile eine. Wörter finden bekannte Feeds. Eine Website ohne Feed lässt sich über ihre Seite abonnieren.',
    submit: 'Feed hinzufügen',
    submitMany: (n) => `${counted(n, 'Feed', 'Feeds')} hinzufügen`,
    working: 'Der Feed wird gelesen…',
    workingOn: (done, total) => `Feeds werden gelesen, ${done + 1} von ${total}…`,
    waiting: 'Omomi nimmt nur eine begrenzte Zahl neuer Feeds je Minute an. Es geht von selbst weiter.',
    folder: 'Ordner',
    newFolder: 'Neuer Ordner…',
    known: 'Das hast du schon abonniert.',
    showKnown: 'Zeigen',
    choose: 'Diese Adresse führt zu mehreren. Welcher soll es sein?',
    opml: 'Das ist ein OPML-Dokument. Speichere es als Datei und importiere sie: So bleiben die Ordner erhalten.',
    toImport: 'Zum Import',
    found: (n) =>
      n === 1
        ? 'Diese Seite bietet einen Feed an:'
        : 'Diese Seite bietet mehrere Feeds an. Welcher soll es sein?',
    notAddress: {
      what: 'Das ist keine Webadresse.',
      todo: 'Sie sieht etwa so aus: example.com oder https://example.com/feed.xml.',
    },
    look: 'Was diese Seite sonst noch anbietet',
    added: (title) => `„${title}“ ist abonniert.`,
    addedMany: (n) => counted(n, 'weiterer Feed ist abonniert.', 'weitere Feeds sind abonniert.'),
    parts: {
      videos: 'Ohne Shorts und Livestreams',
      shorts: 'Nur Shorts',
      live: 'Nur Livestreams',
    },
    unnamed: 'Feed ohne Namen',
    lists: (n) =>
      n === 1
        ? 'Diese Website hat keinen Feed, aber ihre Schlagzeilen lassen sich abonnieren:'
        : 'Diese Website hat keinen Feed, aber ihre Schlagzeilen lassen sich abonnieren. Welche davon sind es?',
    listOf: (n) => `Liste auf der Seite, ${counted(n, 'Schlagzeile', 'Schlagzeilen')}`,
    pagesOf: (n) => `Alle Seiten laut Sitemap, ${counted(n, 'Seite', 'Seiten')}`,
  },
  newsletter: {
    title: 'Ein Newsletter per Mail',
    text: 'Er bekommt eine eigene Adresse. Seine Mails sind die Artikel eines Feeds, den nur du hast.',
    make: 'Adresse anlegen',
    made: 'Bestelle den Newsletter mit dieser Adresse. Sein Feed steht in deiner Liste und bekommt mit der ersten Mail seinen Namen.',
    address: 'Adresse des Newsletters',
  },
  savePage: {
    title: 'Seite merken',
    hint: 'Der Artikel kommt samt Text unter „Gemerkt“. Nur du siehst ihn.',
    submit: 'Merken',
    working: 'Die Seite wird gelesen…',
    saved: (title) => `„${title}“ ist gemerkt.`,
    offer: 'Stattdessen diese Seite merken',
    sent: (title) => `Mit dem Text von „${title}“, wie du ihn dort siehst.`,
    tooLarge: 'Was du dort siehst, ist zu groß zum Senden. Omomi fragt die Website nach der Seite.',
    elsewhere: 'Von anderen Seiten aus',
    elsewhereText:
      'Zieh diese Links in die Lesezeichen deines Browsers. Auf dem Telefon installierst du Omomi und teilst Seiten dorthin.',
    saveLink: 'In Omomi merken',
    subscribeLink: 'In Omomi abonnieren',
  },
  start: {
    title: 'Willkommen bei Omomi',
    lead: 'Ein ruhiger Ort zum Lesen. Omomi folgt den Websites, die du magst, stellt nach oben, was dir wichtig ist, und sagt, warum.',
    feedsTitle: 'Wähle ein paar Feeds',
    feedsText: 'Was du magst; mit einem Klick sind sie wieder abbestellt.',
    starters: {
      bbc: 'Nachrichten aus aller Welt, englisch',
      guardian: 'Klima und Natur, englisch',
      quanta: 'Mathematik und Wissenschaft, englisch',
      arsTechnica: 'Technik und Politik, englisch',
      nasa: 'Raumfahrt aus erster Hand, englisch',
      hackerNews: 'Worüber Programmierer reden, englisch',
      itmedia: 'IT-Nachrichten, japanisch',
      hatena: 'Beliebte Technik-Links, japanisch',
      gigazine: 'Kurioses und Wissenschaft, japanisch',
      publickey: 'Software und Cloud, japanisch',
    },
    ownTitle: 'Oder eigene mitbringen',
    ownText: 'Adressen von Websites, die du liest. Je Zeile eine.',
    opmlTitle: 'Aus einem anderen Feedreader',
    opmlText: 'Zieh dessen OPML- oder Exportdatei auf diese Seite oder wähle sie aus.',
    dropHere: 'Datei hier ablegen, um sie zu importieren',
    keywordsTitle: 'Sag, was dir wichtig ist',
    keywordsText: 'Zwei oder drei Themen, durch Kommas getrennt. Gewichten kannst du sie später.',
    keywordsPlaceholder: 'Klima, freie Software, Jazz',
    go: (n) => (n === 0 ? 'Loslesen' : `Loslesen mit ${counted(n, 'Feed', 'Feeds')}`),
    goHint: 'Wähle mindestens einen Feed.',
    working: (done, total) => `${done} von ${counted(total, 'Feed', 'Feeds')} gelesen…`,
    waiting: 'Omomi nimmt nur eine begrenzte Zahl auf einmal an. In einer Minute geht es von selbst weiter.',
    failed: 'Diese konnten nicht hinzugefügt werden:',
    continue: 'Weiter zu den Artikeln',
    samples: 'Mit Beispielen ausprobieren',
    samplesText:
      'Die Beispiele sind ein paar kleine Feeds und Stichwörter, die Omomi mitbringt und die kein Netz brauchen. „Feeds verwalten“ entfernt sie wieder.',
  },
};

export const opml: LaterTexts['opml'] = {
  title: 'Feeds mitnehmen und mitbringen',
  intro:
    'Leg hier eine Datei aus einem anderen Reader ab: seine OPML-Datei, oder was FreshRSS, Miniflux, Inoreader oder Feedly als JSON oder ZIP exportieren, mit Sternen, Etiketten und Gelesenem. Auch die Vorlieben aus einem anderen Omomi.',
  choose: 'Datei importieren…',
  export: 'Als OPML exportieren',
  progress: (done, total) => (total === 0 ? 'Wird importiert…' : `Wird importiert, ${done} von ${total}`),
  summary: (imported, unreachable, duplicates, failed) =>
    [
      `${counted(imported, 'Feed', 'Feeds')} hinzugefügt`,
      ...(unreachable === 0 ? [] : [`davon ${unreachable} noch nicht lesbar`]),
      ...(duplicates === 0 ? [] : [`${duplicates} schon da`]),
      ...(failed === 0 ? [] : [`${failed} nicht hinzugefügt`]),
    ].join(', ') + '.',
  articles: (n) =>
    [
      `Artikel: ${wholeNumber(n.starred)} gemerkt`,
      ...(n.tagged === 0 ? [] : [`${wholeNumber(n.tagged)} mit Etiketten`]),
      ...(n.read === 0 ? [] : [`${wholeNumber(n.read)} als gelesen markiert`]),
      ...(n.not_here === 0 ? [] : [`${wholeNumber(n.not_here)} dort gelesene gibt es hier nicht`]),
      ...(n.no_address === 0 ? [] : [`${wholeNumber(n.no_address)} ohne Adresse`]),
    ].join(', ') + '.',
  taken: (added, known, left) =>
    `${wholeNumber(added)} ergänzt, ${wholeNumber(known)} schon vorhanden${left === 0 ? '' : `, ${wholeNumber(left)} ausgelassen (über einer Grenze oder zu Artikeln, die du nicht hast)`}.`,
  report: 'Feeds der Datei',
  outcomes: {
    pending: 'Wartet',
    imported: 'Hinzugefügt',
    imported_unreachable: 'Hinzugefügt, gestört',
    duplicate: 'Schon da',
    failed: 'Nicht hinzugefügt',
  },
  problems: {
    no_address: 'Die Datei nennt keine Adresse dafür.',
    invalid_address: 'Das ist keine Webadresse.',
    already_subscribed: 'Diesen Feed hast du schon abonniert.',
    repeated: 'Dieser Feed steht mehrmals in der Datei.',
    subscription_limit: 'Mehr Feeds kannst du nicht abonnieren.',
  },
  faults: {
    unknown:
      'Sie ist weder OPML noch ein Export von FreshRSS, Miniflux, Inoreader oder Feedly, noch enthält sie Vorlieben.',
    damaged: 'Sie ist beschädigt oder unvollständig. Exportiere sie noch einmal.',
    too_large: 'Sie ist zu groß. Exportiere sie in Teilen: 4 MB gepackt, 16 MB je Datei.',
    too_many_feeds: 'Sie enthält mehr als 1.000 Feeds. Teile sie auf.',
  },
  invalid: {
    what: 'Diese Datei lässt sich nicht importieren.',
    todo: 'Wähle die Datei, die ein anderer Reader exportiert hat.',
  },
};

export const coming: LaterTexts['coming'] = {
  title: 'Deine ersten Artikel sind unterwegs',
  text: (read, all) =>
    all === 1 ? 'Der Feed wird gelesen.' : `${wholeNumber(read)} von ${wholeNumber(all)} Feeds sind gelesen.`,
};
