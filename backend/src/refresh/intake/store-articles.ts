import type { Log } from '../../logging/log.ts';
import { ItemTooLargeError, isItemError } from '../../lib/errors.ts';
import { shorten } from '../../lib/shorten.ts';
import type { IdentifiedItem } from './identify.ts';
import type { ParsedItem } from '../../parser/fields/parsed-feed.ts';
import { type Article, readArticles } from '../../model/article/article.ts';
import type { Context } from '../../model/context.ts';
import type { DocumentParser } from '../../parser/document-parser.ts';
import type { IntakePlan, IntakeTerms, StoredArticles } from './plan-intake.ts';
import { boilerplateIn, sanitisedContents, toArticle } from './to-article.ts';

/** Number of items logged per document, because a document that is broken throughout would fill the log. */
const LOGGED = 5;
const TITLE_LENGTH = 100;

/** Returns the title of a broken item; null if even the title cannot be read. */
const titleOf = (item: ParsedItem): string | null => {
  try {
    return shorten(item.title, TITLE_LENGTH);
  } catch {
    return null;
  }
};

/** Creates the set of a document's items that cannot be taken in; the first five are logged. */
export const createLeftOut = (log: Log, feed_id: string) => {
  const all = new Set<ParsedItem>();
  let tooLarge = 0;
  return {
    add: (item: ParsedItem, error: Error): void => {
      if (all.has(item)) return;
      all.add(item);
      if (error instanceof ItemTooLargeError) tooLarge += 1;
      if (all.size <= LOGGED) log.error('item left out', { feed_id, title: titleOf(item), error });
    },
    has: ({ item }: Pick<IdentifiedItem, 'item'>): boolean => all.has(item),
    count: (): number => all.size,
    countTooLarge: (): number => tooLarge,
  };
};

export type LeftOut = ReturnType<typeof createLeftOut>;

/** Reads a feed's stored articles. One that cannot be read is logged, and null in the result. */
export const readStored = async (
  { articles, log }: Pick<Context, 'articles' | 'log'>,
  feed_id: string,
  ids: string[],
): Promise<StoredArticles> => {
  const { found, failures } = await readArticles(
    articles,
    ids.map((article_id) => ({ article_id, feed_id })),
  );
  for (const { article_id, error } of failures)
    log.error('article unreadable', { feed_id, article_id, error });
  return new Map([
    ...found.map((article): [string, Article] => [article.article_id, article]),
    ...failures.map(({ article_id }): [string, null] => [article_id, null]),
  ]);
};

/** The context for storing articles. */
export type StoreContext = Pick<Context, 'articles'> & { parser: Pick<DocumentParser, 'sanitiseAll'> };

type Document = {
  feedId: string;
  documentUrl: string;
  /** All items of the document. */
  items: IdentifiedItem[];
  stored: StoredArticles;
  leftOut: LeftOut;
};

type StoreTerms = IntakeTerms & {
  /** The time from which the dates of items without one are estimated; absent for the present time. */
  undatedFrom?: Date;
};

/**
 * Writes the articles that a plan admits, revives and updates. An item whose article cannot be made, or is too large
 * for the table, is added to `leftOut`. Returns the articles that were admitted or revived, and those that were updated
 * and have another link now.
 */
export const storeArticles = async (
  { articles, parser }: StoreContext,
  { admit, update, revive }: Pick<IntakePlan, 'admit' | 'update' | 'revive'>,
  { feedId, documentUrl, items, stored, leftOut }: Document,
  { now, ttl, isForNewSubscriber, undatedFrom }: StoreTerms,
): Promise<{ arrived: Article[]; moved: Article[] }> => {
  const storedOf = ({ article_id }: IdentifiedItem): Article | null => stored.get(article_id) ?? null;
  const contentOf = await sanitisedContents(
    [...admit, ...update, ...revive.filter((item) => storedOf(item) === null)].filter(
      (item) => !leftOut.has(item),
    ),
    documentUrl,
    parser.sanitiseAll,
  );
  const articleTerms = { feedId, documentUrl, now, ttl, undatedFrom, findBoilerplate: boilerplateIn(items) };
  const made = (item: IdentifiedItem): Article[] => {
    if (leftOut.has(item)) return [];
    try {
      return [toArticle(item, contentOf(item), articleTerms)];
    } catch (error) {
      if (!isItemError(error)) throw error;
      leftOut.add(item.item, error);
      return [];
    }
  };
  /** Makes the article again; its dates stay, and it lives as long as before, or as a new subscriber's entries. */
  const rewritten = (item: IdentifiedItem): Article[] => {
    const before = storedOf(item);
    if (before === null) return made(item);
    const { published_at, is_date_estimated, created_at } = before;
    const longer = isForNewSubscriber ? Math.max(before.ttl, ttl) : before.ttl;
    return made(item).map((article) => ({
      ...article,
      published_at,
      is_date_estimated,
      created_at,
      ttl: longer,
    }));
  };
  const revived = (item: IdentifiedItem): Article[] => {
    const before = storedOf(item);
    return before === null ? made(item) : [{ ...before, ttl }];
  };

  const arriving = [...admit.flatMap(made), ...revive.flatMap(revived)];
  const updated = update.flatMap(rewritten);
  const written = [...arriving, ...updated];
  const refused = written.length === 0 ? [] : await articles.putMany(written);
  const tooLarge = new Set(refused.map(({ article_id }) => article_id));
  for (const { article_id, item } of [...admit, ...update, ...revive])
    if (tooLarge.has(article_id))
      leftOut.add(item, new ItemTooLargeError('The item is larger than the table takes.'));
  const isWritten = ({ article_id }: Article): boolean => !tooLarge.has(article_id);
  const isElsewhere = ({ article_id, link }: Article): boolean =>
    link !== (stored.get(article_id) ?? { link }).link;
  return {
    arrived: arriving.filter(isWritten),
    moved: updated.filter((article) => isWritten(article) && isElsewhere(article)),
  };
};
