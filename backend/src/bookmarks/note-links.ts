import type { Article } from '../model/article/article.ts';
import { type AllowHosts, isAllowedHost, portOf } from '../web/guard/allow-hosts.ts';
import { targetRefusal } from '../web/guard/target.ts';
import type { BookmarkStore } from '../model/article/bookmark.ts';
import { isTooLong } from './hatena.ts';

/** Queues the links of new articles to have their bookmarks counted. */
export type NoteLinks = (articles: Pick<Article, 'article_id' | 'link' | 'ttl'>[]) => Promise<void>;

const nobody: AllowHosts = new Set();

/**
 * Returns true if a link may be sent to the bookmark service. Links into a private network or with a password may not.
 */
const isPublic = (link: string, privateHosts: AllowHosts): boolean => {
  if (targetRefusal(link, nobody) !== null) return false;
  const url = new URL(link);
  return /[.:]/.test(url.hostname) && !isAllowedHost(privateHosts, url.hostname, portOf(url));
};

export const createNoteLinks =
  (bookmarks: Pick<BookmarkStore, 'add'>, privateHosts: AllowHosts): NoteLinks =>
  async (articles) => {
    const links = articles.flatMap(({ article_id, link, ttl }) =>
      link !== null && isPublic(link, privateHosts) && !isTooLong(link) ? [{ article_id, link, ttl }] : [],
    );
    if (links.length > 0) await bookmarks.add(links);
  };
