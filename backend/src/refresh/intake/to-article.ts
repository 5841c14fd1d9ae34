import { noExtra } from '../../contract/index.ts';
import type { Article } from '../../model/article/article.ts';
import { afterTitle, titleOfText, readingMinutes } from '../../model/article/article-text.ts';
import { isOwnHost } from '../../model/article/canonical-link.ts';
import { boilerplateOf, type FindBoilerplate } from '../../model/text/compared-text.ts';
import { isItemError } from '../../lib/errors.ts';
import { oncePer } from '../../lib/memory.ts';
import { shorten } from '../../lib/shorten.ts';
import type { SanitiseAll } from '../../parser/html/sanitise.ts';
import { webAddress, type IdentifiedItem } from './identify.ts';
import { plainText } from '../../parser/fields/text.ts';
import { firstPicture } from '../../parser/html/pictures.ts';

const SUMMARY_LENGTH = 500;
const TITLE_LENGTH = 300;

/**
 * Returns the date that the item states. If it states none, or one in the future, the date is estimated: `undatedFrom`,
 * by default now, minus the item's place in the document in milliseconds.
 */
export const publication = (
  { item, place }: IdentifiedItem,
  now: Date,
  undatedFrom = now,
): { published_at: string; is_date_estimated: boolean } => {
  const stated = item.published_at ?? item.updated_at;
  return stated === null || stated > now.toISOString()
    ? { published_at: new Date(undatedFrom.getTime() - place).toISOString(), is_date_estimated: true }
    : { published_at: stated, is_date_estimated: false };
};

/** Sanitises the contents of these items and returns a function that gives the safe content of each. */
export const sanitisedContents = async (
  items: IdentifiedItem[],
  documentUrl: string,
  sanitiseAll: SanitiseAll,
): Promise<Contents> => {
  const failures = new Map<IdentifiedItem, unknown>();
  const readable = items.flatMap((item) => {
    try {
      return [{ item, html: item.item.content, base_url: item.link ?? documentUrl }];
    } catch (error) {
      failures.set(item, error);
      return [];
    }
  });
  const safe = await sanitiseAll(readable.map(({ html, base_url }) => ({ html, base_url })));
  const contents = new Map(readable.map(({ item }, index) => [item, safe[index]]));
  return (item) => {
    if (failures.has(item)) throw failures.get(item);
    const content = contents.get(item);
    if (content === undefined) throw new Error(`the content of ${item.article_id} was not sanitised`);
    return content;
  };
};

/**
 * Returns the safe content of an item. Throws the error that reading the item's text threw, and an error for an item
 * that was not sanitised.
 */
export type Contents = (item: IdentifiedItem) => string;

/**
 * Returns the function that finds what a text has in common with most items of their document. It is for one document:
 * the texts are read at the first call, since most documents bring nothing new.
 */
export const boilerplateIn = (items: readonly IdentifiedItem[]): FindBoilerplate => {
  let find: FindBoilerplate | undefined;
  return (text) => (find ??= boilerplateOf(items.slice(0, MOST_COMPARED).map(textOf)))(text);
};

/** The most items of a document whose texts are compared; the newest come first. */
const MOST_COMPARED = 60;

// Without the mark of a pure call, the bundler keeps this call in functions that never use it.
/** Returns the text of an item's content, which several steps read. */
const contentText = /* @__PURE__ */ oncePer(({ item }: IdentifiedItem): string => plainText(item.content));

/** Returns the text of an item; none for one that cannot be read, which another step leaves out. */
const textOf = (identified: IdentifiedItem): string => {
  try {
    return contentText(identified) || plainText(identified.item.summary ?? '');
  } catch (error) {
    if (!isItemError(error)) throw error;
    return '';
  }
};

type Terms = {
  feedId: string;
  documentUrl: string;
  now: Date;
  ttl: number;
  undatedFrom?: Date | undefined;
  findBoilerplate: FindBoilerplate;
};

/**
 * Returns the item as its feed's version of the article, with the sanitised content; `ttl` is in seconds since 1970.
 */
export const toArticle = (
  identified: IdentifiedItem,
  content: string,
  { feedId, documentUrl, now, ttl, undatedFrom, findBoilerplate }: Terms,
): Article => {
  const { item, link } = identified;
  const text = contentText(identified);
  const stated = (item.summary === null ? text : plainText(item.summary)) || text;
  const made = item.title === '' ? titleOfText(text === '' ? stated : item.content) : '';
  const summary = shorten(afterTitle(stated, made), SUMMARY_LENGTH);
  return {
    article_id: identified.article_id,
    feed_id: feedId,
    link,
    title: shorten(item.title || made || link || '', TITLE_LENGTH),
    summary,
    content,
    author: item.author,
    categories: item.categories,
    enclosures: item.enclosures.flatMap(({ chapters, ...enclosure }) => {
      const url = webAddress(enclosure.url, documentUrl);
      if (url === null) return [];
      const stated = typeof chapters === 'string' ? webAddress(chapters, documentUrl) : chapters;
      return [
        { ...enclosure, url, ...(stated === undefined || stated === null ? {} : { chapters: stated }) },
      ];
    }),
    ...publication(identified, now, undatedFrom),
    is_own_host: isOwnHost(link, documentUrl),
    boilerplate: findBoilerplate(plainText(content) || summary),
    extra: {
      ...noExtra,
      reading_minutes: readingMinutes(text),
      image_url: item.image_url ?? firstPicture(content),
    },
    created_at: now.toISOString(),
    ttl,
  };
};
