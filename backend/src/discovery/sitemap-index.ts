import type { GuardedFetch, OutboundResponse } from '../web/guard/guarded-fetch.ts';
import { furtherSitemaps, type ReadSitemap } from '../parser/listing/sitemap.ts';
import { acceptFeed } from '../web/fetch/headers.ts';

export type FollowIndexDeps = { fetch: GuardedFetch; readSitemap: ReadSitemap };

/**
 * Returns the response with a list of pages: the given one, or that of the newest sitemap that an index names, without
 * an ETag and date, so that the index is read in full the next time and leads to whichever is the newest then.
 */
export const withNewestSitemap = async (
  { fetch, readSitemap }: FollowIndexDeps,
  response: OutboundResponse,
): Promise<OutboundResponse> => {
  const index = await readSitemap(response.body, response.headers['content-type'] ?? null);
  const [newest] = furtherSitemaps(index);
  if (newest === undefined) return response;
  const further = await fetch({ url: newest, headers: { accept: acceptFeed } });
  const { etag: _etag, 'last-modified': _date, ...headers } = further.headers;
  return { ...further, headers, redirects: response.redirects };
};
