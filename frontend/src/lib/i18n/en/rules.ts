import { counted, wholeNumber } from '../counted.ts';
import type { RuleCondition, RuleKind, RuleLanguage } from '@omomi/backend/contract';

type Field = RuleCondition['field'];

const fields: Record<Field, string> = {
  title: 'Title',
  text: 'Title or text',
  author: 'Author',
  category: 'Category',
  address: 'Address',
  feed: 'Feed',
  folder: 'Folder',
  language: 'Language',
  kind: 'Kind of source',
  length: 'Reading time',
};

const languages: Record<RuleLanguage, string> = {
  en: 'English',
  ja: 'Japanese',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  it: 'Italian',
  pt: 'Portuguese',
  nl: 'Dutch',
  zh: 'Chinese',
  ko: 'Korean',
  ru: 'Russian',
};

/** Tells whole days as such. */
const hoursText = (hours: number): string =>
  hours % 24 === 0 ? counted(hours / 24, 'day', 'days') : counted(hours, 'hour', 'hours');

const kinds: Record<RuleKind, string> = {
  podcast: 'podcast',
  video: 'video',
  site: 'site without a feed',
  releases: 'code releases',
  social: 'social network',
};

export const rules = {
  title: 'Rules',
  intro: 'What happens by itself to articles as they arrive. Rules are applied from top to bottom.',
  loadFailed: 'The rules could not be loaded.',
  empty: 'No rules yet. A rule can mute what you never want to see, or save what you never want to miss.',
  add: 'Add rule',
  edit: (name: string): string => `Edit ${name}`,
  remove: (name: string): string => `Delete ${name}`,
  removed: (name: string): string => `Deleted “${name}”.`,
  active: (name: string): string => `Use ${name}`,
  up: (name: string): string => `Move ${name} up`,
  down: (name: string): string => `Move ${name} down`,
  apply: 'Apply now',
  applyOf: (name: string): string => `Apply now: ${name}, to the articles you have`,
  applying: 'The rule is being applied to the articles you have.',
  matched: (n: number): string => (n === 0 ? 'nothing yet' : counted(n, 'article so far', 'articles so far')),
  newTitle: 'New rule',
  editTitle: 'Edit rule',
  name: 'Name',
  when: 'If all of these match',
  effect: 'Then',
  fields: fields,
  languages: languages,
  kinds: kinds,
  fieldOf: (n: number): string => `Field of condition ${n}`,
  howOf: (n: number): string => `How condition ${n} compares`,
  valuesOf: (n: number): string => `Values of condition ${n}`,
  /** How a text is compared, and how a chosen value or a length is. */
  verbs: { has: 'contains', hasNot: 'does not contain', is: 'is', isNot: 'is not' },
  patternHint:
    'One per line; one match is enough. All words must occur, “in quotes” in this order; * stands for any letters, ? for one.',
  atLeast: 'At least (minutes)',
  atMost: 'At most (minutes)',
  addCondition: 'Add condition',
  removeCondition: (n: number): string => `Remove condition ${n}`,
  noFolders: 'You have no folders.',
  mute: 'Mute: it does not appear',
  save: 'Save it',
  read: 'Mark it read',
  factor: 'Multiply its score',
  factorOf: (factor: number | null): string =>
    factor === null ? 'as it is' : factor === 0 ? 'times 0 (last)' : `times ${factor}`,
  goes: 'Leaves the list',
  goesOf: (hours: number | null): string => (hours === null ? 'as usual' : `after ${hoursText(hours)}`),
  tags: 'Tags',
  tagsHint: 'At most three, separated by commas, of at most 12 characters.',
  stops: 'Skip the rules below',
  submit: 'Save rule',
  previewing: 'Looking at the articles of the last 7 days…',
  preview: (matched: number, lookedAt: number): string =>
    `Would have matched ${wholeNumber(matched)} of ${counted(lookedAt, 'article', 'articles')} of the last 7 days`,
  previewLatest: (matched: number, lookedAt: number): string =>
    `Would have matched ${wholeNumber(matched)} of the latest ${counted(lookedAt, 'article', 'articles')}`,
  effects: {
    mute: 'muted',
    save: 'saved',
    read: 'marked read',
    factor: (factor: number): string => `score × ${factor}`,
    tags: (tags: string): string => `tagged ${tags}`,
    goesAfter: (hours: number): string => `goes after ${hoursText(hours)}`,
  },
  /** `isText`: whether the values are looked for in a text. */
  condition: (field: string, isNot: boolean, values: string, isText: boolean): string => {
    const verb = isText ? { plain: 'contains', not: 'does not contain' } : { plain: 'is', not: 'is not' };
    return `${field} ${isNot ? verb.not : verb.plain} ${values}`;
  },
  or: ' or ',
  and: ' and ',
  minutes: (least: number | null, most: number | null): string =>
    [
      ...(least === null ? [] : [`${least} min or more`]),
      ...(most === null ? [] : [`${most} min or less`]),
    ].join(', '),
};
