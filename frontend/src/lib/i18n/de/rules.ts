import type { LaterTexts } from '../en/later.ts';
import { counted, decimal, wholeNumber } from './counted.ts';

const hoursText = (hours: number): string =>
  hours % 24 === 0 ? counted(hours / 24, 'Tag', 'Tagen') : counted(hours, 'Stunde', 'Stunden');

export const rules: LaterTexts['rules'] = {
  title: 'Regeln',
  intro: 'Was mit neuen Artikeln von selbst geschieht. Die Regeln gelten von oben nach unten.',
  loadFailed: 'Die Regeln konnten nicht geladen werden.',
  empty:
    'Noch keine Regeln. Eine Regel kann ausblenden, was du nie sehen willst, oder merken, was du nie verpassen willst.',
  add: 'Regel hinzufügen',
  edit: (name) => `${name} bearbeiten`,
  remove: (name) => `${name} löschen`,
  removed: (name) => `„${name}“ ist gelöscht.`,
  active: (name) => `${name} benutzen`,
  up: (name) => `${name} nach oben`,
  down: (name) => `${name} nach unten`,
  apply: 'Jetzt anwenden',
  applyOf: (name) => `Jetzt anwenden auf vorhandene Artikel: ${name}`,
  applying: 'Die Regel wird auf die vorhandenen Artikel angewendet.',
  matched: (n) => (n === 0 ? 'noch nichts' : `bisher ${wholeNumber(n)} Artikel`),
  newTitle: 'Neue Regel',
  editTitle: 'Regel bearbeiten',
  name: 'Name',
  when: 'Wenn all das zutrifft',
  effect: 'Dann',
  fields: {
    title: 'Titel',
    text: 'Titel oder Text',
    author: 'Autor',
    category: 'Kategorie',
    address: 'Adresse',
    feed: 'Feed',
    folder: 'Ordner',
    language: 'Sprache',
    kind: 'Art der Quelle',
    length: 'Lesezeit',
  },
  languages: {
    en: 'Englisch',
    ja: 'Japanisch',
    de: 'Deutsch',
    fr: 'Französisch',
    es: 'Spanisch',
    it: 'Italienisch',
    pt: 'Portugiesisch',
    nl: 'Niederländisch',
    zh: 'Chinesisch',
    ko: 'Koreanisch',
    ru: 'Russisch',
  },
  kinds: {
    podcast: 'Podcast',
    video: 'Video',
    site: 'Website ohne Feed',
    releases: 'Programmversionen',
    social: 'soziales Netzwerk',
  },
  fieldOf: (n) => `Feld der Bedingung ${n}`,
  howOf: (n) => `Vergleich der Bedingung ${n}`,
  valuesOf: (n) => `Werte der Bedingung ${n}`,
  verbs: { has: 'enthält', hasNot: 'enthält nicht', is: 'ist', isNot: 'ist nicht' },
  patternHint:
    'Je Zeile eines; eines davon genügt. Alle Wörter müssen vorkommen, "in Anführungszeichen" genau so; * steht für beliebige Buchstaben, ? für einen.',
  atLeast: 'Mindestens (Minuten)',
  atMost: 'Höchstens (Minuten)',
  addCondition: 'Bedingung hinzufügen',
  removeCondition: (n) => `Bedingung ${n} entfernen`,
  noFolders: 'Du hast keine Ordner.',
  mute: 'Ausblenden: erscheint nicht',
  save: 'Merken',
  read: 'Als gelesen markieren',
  factor: 'Wertung gewichten',
  factorOf: (factor) =>
    factor === null ? 'wie sie ist' : factor === 0 ? 'mal 0 (ans Ende)' : `mal ${decimal(factor)}`,
  goes: 'Aus der Liste nehmen',
  goesOf: (hours) => (hours === null ? 'wie üblich' : `nach ${hoursText(hours)}`),
  tags: 'Etiketten',
  tagsHint: 'Höchstens drei, durch Kommas getrennt, mit höchstens 12 Zeichen.',
  stops: 'Die Regeln darunter nicht mehr fragen',
  submit: 'Regel speichern',
  previewing: 'Die Artikel der letzten 7 Tage werden durchgesehen…',
  preview: (matched, lookedAt) =>
    `Hätte ${wholeNumber(matched)} von ${counted(lookedAt, 'Artikel', 'Artikeln')} der letzten 7 Tage getroffen`,
  previewLatest: (matched, lookedAt) =>
    `Hätte ${wholeNumber(matched)} der neuesten ${wholeNumber(lookedAt)} Artikel getroffen`,
  effects: {
    mute: 'ausgeblendet',
    save: 'gemerkt',
    read: 'als gelesen markiert',
    factor: (factor) => `Wertung × ${decimal(factor)}`,
    tags: (tags) => `Etikett ${tags}`,
    goesAfter: (hours) => `geht nach ${hoursText(hours)}`,
  },
  condition: (field, isNot, values, isText) => {
    const verb = isText ? { plain: 'enthält', not: 'enthält nicht' } : { plain: 'ist', not: 'ist nicht' };
    return `${field} ${isNot ? verb.not : verb.plain} ${values}`;
  },
  or: ' oder ',
  and: ' und ',
  minutes: (least, most) =>
    [
      ...(least === null ? [] : [`mindestens ${least} Min.`]),
      ...(most === null ? [] : [`höchstens ${most} Min.`]),
    ].join(', '),
};
