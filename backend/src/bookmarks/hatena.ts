import { z } from 'zod';
import type { Settings } from '../config/settings.ts';
import type { Context } from '../model/context.ts';
import { isPrivateArticle } from '../model/article/canonical-link.ts';
import type { Article } from '../model/article/article.ts';
import {
  type AllowHosts,
  isAllowedHost,
  parseAllowHosts,
  portOf,
  targetRefusal,
} from '../web/guard/target.ts';

/**
 * Number of addresses in one call, the service's limit. LONGEST_QUERY, in characters, keeps the request line short
 * enough for any server.
 */
const LINKS_A_CALL = 50;
const LONGEST_QUERY = 7_000;
const MOST_BYTES = 256 * 1024;

const SERVICE = 'https://bookmark.hatenaapis.com/count/entries';

/** The error for a bookmark service that did not answer with counts. */
export class CountFailedError extends Error {
  override readonly name = 'CountFailedError';
}

const parameter = (link: string) => `url=${encodeURIComponent(link)}`;

/** Returns true if a link is too long even for a call of its own. */
const isTooLong = (link: string): boolean => parameter(link).length > LONGEST_QUERY;

/** Splits links into groups that each fit into one call, in order. */
export const inCalls = (links: string[]): string[][] => {
  const calls: string[][] = [];
  let room = 0;
  for (const link of links) {
    const length = parameter(link).length + 1;
    const last = calls.at(-1);
    if (last !== undefined && last.length < LINKS_A_CALL && length <= room) {
      last.push(link);
      room -= length;
    } else {
      calls.push([link]);
      room = LONGEST_QUERY - length;
    }
  }
  return calls;
};

const answer = z.record(z.string(), z.unknown());
const count = z.int().min(0);

const parse = (body: Uint8Array): Record<string, unknown> => {
  try {
    return answer.parse(JSON.parse(Buffer.from(body).toString('utf8')));
  } catch (error) {
    throw new CountFailedError('The bookmark service did not answer with an object of counts.', {
      cause: error,
    });
  }
};

/** The context for asking the bookmark service. Tests name another address of it. */
export type HatenaContext = Pick<Context, 'fetch'> & { hatebuUrl?: string | undefined };

/**
 * Asks Hatena Bookmark's count/entries: GET with a `url` parameter for each link, answered by an object from link to count.
 * If a count is missing or not a whole number, it is unknown; the others are returned.
 * @throws CountFailedError, OutboundError
 */
export const countBookmarks = async (
  { fetch, hatebuUrl: url = SERVICE }: HatenaContext,
  links: string[],
): Promise<Map<string, number>> => {
  const { status, body } = await fetch({
    url: `${url}${url.includes('?') ? '&' : '?'}${links.map(parameter).join('&')}`,
    headers: { accept: 'application/json' },
    maxBytes: MOST_BYTES,
  });
  if (status !== 200) throw new CountFailedError(`The bookmark service answered with status ${status}.`);
  const given = parse(body);
  return new Map(
    links.flatMap((link): [string, number][] => {
      const told = count.safeParse(Object.hasOwn(given, link) ? given[link] : undefined);
      return told.success ? [[link, told.data]] : [];
    }),
  );
};

export type NoteLinksContext = Pick<Context, 'bookmarks'> & {
  settings: Pick<Settings, 'FETCH_ALLOW_HOSTS'>;
};

const nobody: AllowHosts = new Set();

/**
 * Returns true if a link may be sent to the bookmark service. Links into a private network or with a password may not.
 */
const isPublic = (link: string, privateHosts: AllowHosts): boolean => {
  if (targetRefusal(link, nobody) !== null) return false;
  const url = new URL(link);
  return /[.:]/.test(url.hostname) && !isAllowedHost(privateHosts, url.hostname, portOf(url));
};

/** Queues the links of new articles to have their bookmarks counted. */
export const noteLinks = async (
  { bookmarks, settings }: NoteLinksContext,
  articles: Pick<Article, 'article_id' | 'link' | 'ttl'>[],
): Promise<void> => {
  // Addresses on hosts that only this deployment reaches, and those behind a reader's sign-in, are never sent to the service.
  const privateHosts = parseAllowHosts(settings.FETCH_ALLOW_HOSTS);
  const links = articles.flatMap(({ article_id, link, ttl }) =>
    link !== null && !isPrivateArticle(article_id) && isPublic(link, privateHosts) && !isTooLong(link)
      ? [{ article_id, link, ttl }]
      : [],
  );
  if (links.length > 0) await bookmarks.add(links);
};
