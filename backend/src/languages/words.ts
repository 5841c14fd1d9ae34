import type { Deed, Language, MailDeed, Tier } from '../contract/index.ts';

type DeedWords = { title: string; text: string; button: string; done: string };

type EditionWords = {
  title: (day: string) => string;
  /** The title of what the last 24 hours brought. */
  lastHours: (day: string) => string;
  contents: string;
  alsoIn: string;
  differences: string;
  original: string;
  /** The name of the catalogue of editions, and what each of them is. */
  catalogue: string;
  what: string;
};

type MorningWords = {
  /** The subject of a mail with this first title and so many stories more. */
  subject: (title: string, more: number) => string;
  heading: string;
  open: string;
  original: string;
  alsoIn: (feeds: string) => string;
  /** Why the mail came. */
  footer: string;
  stop: string;
  settings: string;
  confirm: { subject: string; text: string; button: string; ignore: string };
  /** The pages behind the links of mails. */
  deeds: Record<MailDeed, DeedWords>;
};

type NotificationWords = {
  open: string;
  deeds: Record<Deed, string>;
  /** The feed of an article whose story has articles of other feeds too. */
  andOthers: (feed: string, count: number) => string;
  /** The first message of a new channel. */
  first: string;
  /** The link of a mail that ends mails of notifications. */
  noMails: string;
};

/**
 * The texts of one language that Omomi writes outside the page: in its own feeds, in the names of lists in other apps, in books, mails
 * and notifications. Each language is a file of this folder and a line in `words-in.ts`.
 */
export type Words = {
  language: Language;
  /** The name of the language in English, for instructions to a model. */
  name: string;
  /** The title of the feed of Today. */
  title: string;
  /** The list of today, by name. */
  today: string;
  /** The title of the feed of a list. */
  titleOf: (list: string) => string;
  lists: Record<'all' | 'unread' | 'saved' | 'highlights', string>;
  untitled: string;
  tiers: Record<Tier, string>;
  why: (parts: string[]) => string;
  keywords: (texts: string[]) => string;
  /** Of the keyword that an article is most related to, which may be unknown (empty). */
  weak: (text: string) => string;
  learned: string;
  source: string;
  rule: string;
  edition: EditionWords;
  morning: MorningWords;
  notifications: NotificationWords;
};
