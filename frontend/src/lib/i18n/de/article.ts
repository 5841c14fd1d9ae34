import type { LaterTexts } from '../en/later.ts';
import { counted, wholeNumber } from './counted.ts';

export const articleMenu: LaterTexts['articleMenu'] = {
  why: 'Warum steht das hier?',
  lessOfFeed: 'Weniger von diesem Feed',
  usualOfFeed: 'Von diesem Feed so viel wie sonst',
  tags: 'Etiketten…',
  aloud: 'Vorlesen',
  muteWord: 'Wort ausblenden…',
  sendTo: (name) => `An ${name} senden`,
  sentTo: (name) => `An ${name} gesendet.`,
  notTaken: (name, status) =>
    `${name} hat mit ${status} geantwortet. Prüfe Adresse und Token unter Einstellungen, Apps.`,
  lessNow: (feed) => `„${feed}“ steht ab jetzt weiter unten.`,
  usualNow: (feed) => `„${feed}“ steht wieder wie sonst.`,
  dampingUndone: (feed) => `„${feed}“ steht wieder wie zuvor.`,
  pausedNow: (feed) => `„${feed}“ ist angehalten. Es kommt nichts Neues.`,
  continuedNow: (feed) => `„${feed}“ bringt wieder neue Artikel.`,
  muteTitle: 'Wort ausblenden',
  candidates: 'Wörter des Titels',
  word: 'Wort oder Wendung',
  wordHint: 'Artikel mit diesem Wort im Titel kommen nicht mehr. Groß- und Kleinschreibung ist gleich.',
  scope: 'In',
  everywhere: 'allen Feeds',
  onlyIn: (feed) => `nur „${feed}“`,
  isAlsoHere: 'Auch die Artikel entfernen, die schon da sind. Das lässt sich nicht rückgängig machen.',
  mute: 'Ausblenden',
  ruleName: (word) => `${word} ausblenden`,
  muted: (word) => `„${word}“ wird ausgeblendet. Unter Einstellungen, Regeln steht, was du ausblendest.`,
  unmuted: (word) => `„${word}“ wird nicht mehr ausgeblendet.`,
};

export const ownTags: LaterTexts['ownTags'] = {
  label: 'Etiketten',
  title: 'Etiketten des Artikels',
  field: 'Etiketten',
  hint: 'Mit der Eingabetaste oder einem Komma übernimmst du ein Etikett. Artikel mit Etikett bleiben erhalten wie gemerkte.',
  chosen: 'Vorhandene Etiketten',
  completions: 'Vorschläge',
  remove: (tag) => `„${tag}“ entfernen`,
  newTag: (tag) => `Neues Etikett „${tag}“`,
  tooMuch:
    'Das ist zu viel: Ein Artikel kann 8 Etiketten mit bis zu 24 Zeichen haben, zusammen etwa 120 Buchstaben.',
  tagged: (tags) => `Mit Etikett: ${tags}`,
  untagged: 'Etiketten entfernt',
  articles: (n) => counted(n, 'Artikel', 'Artikel'),
  name: 'Name',
  renameTitle: 'Etikett umbenennen',
  renameHint:
    'Alle seine Artikel bekommen den neuen Namen. Gibt es schon ein Etikett dieses Namens, werden die beiden eins.',
  removeTag: 'Löschen',
  removeTitle: (tag) => `Etikett „${tag}“ löschen?`,
  removeText:
    'Es wird von allen Artikeln entfernt. Artikel ohne anderes Etikett laufen ab, wenn sie nicht gemerkt sind.',
};

export const machineTexts: LaterTexts['machineTexts'] = {
  summary: 'Zusammenfassung',
  translation: 'Übersetzung',
  writeSummary: 'Zusammenfassen',
  writeTranslation: 'Übersetzen',
  cost: (most, used, all) =>
    `Das kostet höchstens ${most} USD. Dieser Monat hat ${used} von ${all} USD gekostet.`,
  writing: (model) => `${model} schreibt…`,
  madeBy: (model) => `Von einer Maschine geschrieben (${model}). Es können Fehler darin sein.`,
  isCut: 'Sie hat den Anfang dieses langen Artikels gelesen.',
  failed: 'Der Text konnte nicht geladen werden',
};

export const highlights: LaterTexts['highlights'] = {
  label: 'Markierungen',
  one: 'Markierung',
  selected: 'Ausgewählter Text',
  mark: 'Markieren',
  note: 'Notiz',
  colour: 'Farbe',
  colours: { yellow: 'Gelb', green: 'Grün', blue: 'Blau', pink: 'Rosa' },
  remove: 'Markierung entfernen',
  made: 'Markiert, und der Artikel ist gemerkt',
  removed: 'Markierung entfernt',
  lost: 'Markierungen, die nicht mehr im Text stehen',
  loadFailed: 'Die Markierungen konnten nicht geladen werden.',
  find: 'In Markierungen suchen',
  save: 'Als Markdown exportieren',
  saveEach: 'Eine Datei je Artikel',
  none: 'Noch ist nichts markiert. Wähle dazu eine Stelle in einem Artikel aus.',
  noneFound: 'Keine Markierung enthält diese Wörter.',
};

export const fullText: LaterTexts['fullText'] = {
  fetch: 'Ganzen Text holen',
  show: 'Ganzen Text zeigen',
  coming: 'Der ganze Text ist unterwegs.',
  from: (site) => `Ganzer Text von ${site}`,
  showFeed: 'Text des Feeds zeigen',
  failed: (why) => `Dies ist der Text des Feeds. ${why}`,
  retry: 'Noch einmal',
  failures: {
    paywall: 'Die Seite ist nur für Abonnenten der Website.',
    consent_page: 'Die Website verlangt erst eine Einwilligung.',
    forbidden: 'Die Website gibt Omomi die Seite nicht.',
    not_found: 'Die Seite gibt es nicht.',
    rate_limited: 'Die Website bittet um größere Abstände zwischen den Abrufen.',
    server_error: 'Die Website ist zurzeit gestört.',
    http_error: 'Die Website hat eine sinnlose Antwort gegeben.',
    unreachable: 'Die Website antwortet nicht.',
    too_large: 'Die Seite ist zu groß für Omomi.',
    robots: 'Laut robots.txt der Website sollen Programme die Seite nicht lesen.',
    no_archive: 'Die Seite bittet Programme, ihren Text nicht aufzubewahren.',
    not_a_page: 'Die Adresse führt zu einer Datei, nicht zu einer Seite.',
    unreadable: 'Die Seite zu lesen braucht mehr Zeit oder Speicher als erlaubt.',
    no_text: 'Auf der Seite war kein Artikel zu finden.',
    not_longer: 'Die Seite hat nicht mehr Text als der Feed.',
    limit_reached: 'Omomi hat heute schon 200 Seiten dieses Feeds geholt.',
    no_link: 'Der Artikel hat keine Seite.',
  },
  mode: 'Text der Artikel',
  modes: {
    auto: 'Automatisch',
    feed: 'Wie der Feed ihn gibt',
    full: 'Ganz, von der Seite des Artikels',
  },
  found: {
    full: 'Jetzt ganz: Die Texte dieses Feeds sind viel kürzer als seine Seiten.',
    feed: 'Jetzt wie der Feed sie gibt: Seine Texte sind vollständig.',
  },
  notFound: 'Omomi vergleicht die nächsten Artikel mit ihren Seiten und entscheidet dann.',
};

export const opinions: LaterTexts['opinions'] = {
  learns: 'Omomi lernt jetzt aus dem, was du magst, merkst und liest. Nur du siehst das.',
  undone: 'Omomi lernt nicht mehr und hat deine Meinung vergessen.',
};

export const aloud: LaterTexts['aloud'] = {
  label: 'Vorlesen',
  back: 'Vorheriger Satz',
  forth: 'Nächster Satz',
  goesOn: 'Dann weiter',
  failed:
    'Dein Browser kann diesen Artikel nicht vorlesen. Vielleicht hat er keine Stimme für dessen Sprache.',
};

export const listening: LaterTexts['listening'] = {
  label: 'Hören',
  add: 'In die Warteschlange',
  remove: 'Aus der Warteschlange nehmen',
  playNext: 'Als Nächstes spielen',
  following: (title) => `Danach: ${title}`,
  queue: 'Als Nächstes',
  begun: 'Angefangen',
  howFar: (at, of) => (of === null ? at : `${at} von ${of}`),
  forget: 'Stelle vergessen',
  none: 'Nichts wartet darauf, gespielt zu werden. Nimm etwas aus einem Artikel dazu.',
  chapters: (n) => (n === 0 ? 'Kapitel' : `Kapitel (${n})`),
  noChapters: 'Diese Aufnahme hat keine Kapitel.',
  chaptersFailed: 'Die Kapitel konnten nicht geladen werden. Drücke noch einmal, um es erneut zu versuchen.',
};

export const playing: LaterTexts['playing'] = {
  label: 'Wiedergabe',
  play: 'Abspielen',
  pause: 'Pause',
  back: '15 Sekunden zurück',
  forth: '30 Sekunden vor',
  end: 'Beenden und schließen',
  failed: 'Diese Aufnahme lässt sich nicht abspielen.',
};

/** Names articles as the object of a sentence. */
const howMany = (n: number | null, where: string): string => {
  if (n === null) return `Alle ${where}`;
  return n === 1 ? `Einen Artikel ${where}` : `${wholeNumber(n)} Artikel ${where}`;
};

export const reading: LaterTexts['reading'] = {
  original: 'Im Original lesen',
  by: (author) => `von ${author}`,
  previous: 'Voriger Artikel',
  next: 'Nächster Artikel',
  closePane: 'Artikel ausblenden',
  backToList: 'Zurück zur Liste',
  image: (description) => `[Bild: ${description}]`,
  type: 'Schrift und Farben',
  typeOfArticles: 'Schrift der Artikel',
  size: 'Größe',
  sizes: { small: 'Klein', medium: 'Mittel', large: 'Groß', largest: 'Sehr groß' },
  width: 'Breite',
  widths: { narrow: 'Schmal', medium: 'Mittel', wide: 'Breit' },
  face: 'Schriftart',
  faces: { auto: 'Automatisch', serif: 'Serifen', sans: 'Ohne Serifen', system: 'System' },
  spacing: 'Zeilen',
  spacings: { tight: 'Eng', medium: 'Mittel', loose: 'Weit' },
  enlarge: (description) => (description === '' ? 'Bild vergrößern' : `Vergrößern: ${description}`),
  picture: 'Bild',
  table: 'Tabelle, seitlich rollbar',
  code: 'Code, seitlich rollbar',
  note: 'Fußnote',
  closeNote: 'Fußnote schließen',
  play: (provider) => `Video von ${provider} abspielen`,
  playing: (title, provider) => `${title} (Video von ${provider})`,
  playHint: (provider) => `${provider} erfährt dann, dass du es ansiehst.`,
  providers: { youtube: 'YouTube', vimeo: 'Vimeo' },
  atProvider: (provider) => `Bei ${provider} ansehen`,
  audio: (name) => `Ton: ${name}`,
  video: (name) => `Film: ${name}`,
  speed: 'Tempo',
  sleep: 'Einschlafuhr',
  stopsAfter: (minutes) => (minutes === null ? 'Ohne Einschlafuhr' : `Stoppt nach ${minutes} Min.`),
  back: '15 Sekunden zurück',
  forth: '30 Sekunden vor',
  resumed: (time) => `Du warst bei ${time}; dort geht es weiter.`,
  failed:
    'Diese Aufnahme lässt sich hier nicht abspielen. Öffne die Datei, um sie in einem eigenen Tab zu hören oder zu sehen.',
  download: 'Datei öffnen',
  copyLink: 'Link kopieren',
  copied: 'Link kopiert',
  copyFailed: 'Der Link konnte nicht kopiert werden. Der Browser erlaubt das nur mit https.',
  share: 'Teilen',
  keepUnread: 'Ungelesen lassen',
  actions: 'Was du mit diesem Artikel tun kannst',
  more: 'Mehr zu diesem Artikel',
  markSide: {
    above: (n) => (n === 0 ? 'Darüber ist nichts ungelesen' : `${howMany(n, 'darüber')} als gelesen`),
    below: (n) => (n === 0 ? 'Darunter ist nichts ungelesen' : `${howMany(n, 'darunter')} als gelesen`),
  },
  loadingBelow: 'Der Rest der Liste wird geladen, um ihn zu markieren.',
  leftBelow: 'Nichts wurde markiert, weil du die Liste verlassen hast, bevor alles geladen war.',
};

export const listMenu: LaterTexts['listMenu'] = {
  ages: {
    any: 'Alle als gelesen',
    day: 'Als gelesen: älter als ein Tag',
    week: 'Als gelesen: älter als eine Woche',
  },
  pictures: 'Bilder zeigen',
};

export const ranking: LaterTexts['ranking'] = {
  alike: (n) =>
    n === 1
      ? 'Wie ein Artikel, den du gemerkt, gemocht oder zu Ende gelesen hast, z. B.'
      : `Wie ${wholeNumber(n)} Artikel, die du gemerkt, gemocht oder zu Ende gelesen hast, z. B.`,
  alikeDisliked: (n) =>
    n === 1
      ? 'Wie ein Artikel, der dir nicht gefiel, z. B.'
      : `Wie ${wholeNumber(n)} Artikel, die dir nicht gefielen, z. B.`,
  modelAway: (since, waiting) =>
    `Seit ${since} antwortet das Bewertungsmodell nicht${waiting === 0 ? '' : `, ${counted(waiting, 'Artikel wartet', 'Artikel warten')}`}`,
  opinion: 'Mehr davon?',
  thumbUp: 'Mehr davon',
  thumbDown: 'Weniger davon',
  invitation: 'Omomi kann aus dem lernen, was du merkst und magst. Nur du siehst das.',
  accept: 'Von mir lernen',
  markWords: 'Diese Wörter im Artikel markieren',
  whyNone: 'Keines deiner Stichwörter hat mit diesem Artikel zu tun.',
  whyNoKeywords: 'Du hast noch keine Stichwörter, deshalb wird nichts gewichtet.',
  whyUnscored: 'Dieser Artikel ist noch nicht bewertet. Das geschieht, sobald das Modell antwortet.',
  total: 'Wertung',
  others: (n) => `${counted(n, 'anderes Stichwort trug', 'andere Stichwörter trugen')} nichts bei`,
  reasonLine: (keyword, parts, contribution) => `${keyword}: Gewicht und Treffer, ${parts} ${contribution}`,
  lowered: 'bis auf 0:',
  factorLine: (part, factor, contribution) => `${part}: mal ${factor} ergibt ${contribution}`,
  weakLine: (text, contribution) => `${text} trägt ${contribution} bei`,
};

export const feedDocument: LaterTexts['feedDocument'] = {
  title: 'Ältere Artikel, die noch im Feed stehen',
  hint: 'Du kannst sie lesen, aber nicht markieren oder merken.',
  none: 'Alles aus dem Feed steht in deinen Listen.',
  noDocument: 'Noch nichts zu sehen. Versuche es nach dem nächsten Abruf.',
  loadFailed: 'Die älteren Artikel konnten nicht geladen werden.',
  more: 'Mehr',
};

export const articleText: LaterTexts['articleText'] = {
  noContent: 'Der Feed enthält keinen Text zu diesem Artikel. Lies ihn im Original.',
  attachments: 'Anhänge',
};
