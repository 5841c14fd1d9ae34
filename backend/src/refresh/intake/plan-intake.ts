import type { Article } from '../../model/article/article.ts';
import { ADMITTED } from '../../model/feed/feed.ts';
import type { IdentifiedItem } from './identify.ts';
import type { Recognition } from './recognise.ts';
import { publication } from './to-article.ts';

/** The feed's stored articles by article_id; null for one that is stored but cannot be read. */
export type StoredArticles = ReadonlyMap<string, Article | null>;

/** The state of a feed before a document is taken in: its earlier items, and the articles of `articlesToRead`. */
export type Known = { recognition: Recognition; stored: StoredArticles };

export type IntakeTerms = {
  now: Date;
  /** The expiry of an article that is stored now, in seconds since 1970. */
  ttl: number;
  /** True if the document is read for a new subscriber, who gets the newest articles even if the feed knows them. */
  isForNewSubscriber: boolean;
};

/**
 * The plan for the items of a document. Each item is in exactly one of the first five lists, which are
 * sorted by date, the newest first.
 */
export type IntakePlan = {
  /** New items, at most 50: their articles are stored and sent to scoring. */
  admit: IdentifiedItem[];
  /** New items beyond the newest 50: they are remembered, and a job brings them afterwards. */
  surplus: IdentifiedItem[];
  /** Items with another text than before whose article is stored: it is written again and sent to scoring. */
  update: IdentifiedItem[];
  /** Items shown to a new subscriber whose article is missing, unreadable or expires too soon: it is written again. */
  revive: IdentifiedItem[];
  /** Known items whose article, if there still is one, stays as it is. */
  keep: IdentifiedItem[];
  /** Items of `update`, `revive` and `keep` whose articles are sent to scoring for the new subscriber alone. */
  show: IdentifiedItem[];
  /** Number of known items whose text is the same as before. */
  unchanged: number;
  /** The identities of the items that reached no reader because newer ones were taken, now or at a fetch before. */
  left_out: ReadonlySet<string>;
  /** Number of other known items that a new subscriber does not get, because they are not among the newest; otherwise 0. */
  not_shown: number;
};

const newestFirst = (items: IdentifiedItem[], now: Date): IdentifiedItem[] =>
  items
    .map((item) => ({ item, date: publication(item, now).published_at }))
    .toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1))
    .map(({ item }) => item);

const forNewSubscriber = (newest: IdentifiedItem[], terms: Pick<IntakeTerms, 'isForNewSubscriber'>) =>
  terms.isForNewSubscriber ? newest.slice(0, ADMITTED) : [];

/** Returns the ids of the stored articles on which the plan depends, without duplicates. */
export const articlesToRead = (
  recognition: Recognition,
  items: IdentifiedItem[],
  terms: Pick<IntakeTerms, 'now' | 'isForNewSubscriber'>,
): string[] => {
  const changed = items.filter((item) => ['edited', 'same_address'].includes(recognition.of(item)));
  const shown = forNewSubscriber(newestFirst(items, terms.now), terms);
  return [...new Set([...changed, ...shown].map(({ article_id }) => article_id))];
};

/**
 * Decides what to do with the items of a document. The same arguments give the same plan; nothing is read or written.
 * An item with the address of one that is gone is that article with another text, as long as the article is stored.
 */
export const planIntake = (
  { recognition, stored }: Known,
  items: IdentifiedItem[],
  terms: IntakeTerms,
): IntakePlan => {
  const newest = newestFirst(items, terms.now);
  const isStored = ({ article_id }: IdentifiedItem): boolean => stored.has(article_id);
  const isNew = (item: IdentifiedItem): boolean => {
    const kind = recognition.of(item);
    return kind === 'new' || (kind === 'same_address' && !isStored(item));
  };
  const isChanged = (item: IdentifiedItem): boolean => !isNew(item) && recognition.of(item) !== 'same';
  const livesLongEnough = ({ article_id }: IdentifiedItem): boolean =>
    (stored.get(article_id)?.ttl ?? 0) >= terms.ttl;

  const unknown = newest.filter(isNew);
  const known = newest.filter((item) => !isNew(item));
  const update = known.filter((item) => isChanged(item) && isStored(item));
  const updated = new Set(update);
  const show = forNewSubscriber(newest, terms).filter((item) => !isNew(item));
  const revive = show.filter((item) => !updated.has(item) && !livesLongEnough(item));
  const revived = new Set(revive);
  const shown = new Set(show);
  const isOlder = (item: IdentifiedItem): boolean => !shown.has(item) && !recognition.wasLeftOut(item);
  const leftOut = [...unknown.slice(ADMITTED), ...known.filter(recognition.wasLeftOut)];
  return {
    admit: unknown.slice(0, ADMITTED),
    surplus: unknown.slice(ADMITTED),
    update,
    revive,
    keep: known.filter((item) => !updated.has(item) && !revived.has(item)),
    show,
    unchanged: known.filter((item) => !isChanged(item)).length,
    left_out: new Set(leftOut.map(({ identity }) => identity)),
    not_shown: terms.isForNewSubscriber ? known.filter(isOlder).length : 0,
  };
};
