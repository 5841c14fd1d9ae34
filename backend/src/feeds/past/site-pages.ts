import { articleIdOfLink, siteOfLink } from '../../model/article/canonical-link.ts';
import type { Sitemap } from '../../parser/listing/sitemap.ts';

/** The most pages of a sitemap that are looked at; the newest come first. */
const MOST_PAGES = 2000;

/**
 * Returns the addresses of a sitemap's pages under a site's address, the latest changed first, each article once; without the site's
 * own page. `site` is absolute; a site such as `https://example.com/blog/` has the pages under that path.
 */
export const pagesUnder = ({ kind, urls }: Sitemap, site: string): string[] => {
  const { pathname } = new URL(site);
  const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1);
  const dated = urls.map(({ url, lastmod, published_at }) => ({ url, date: published_at ?? lastmod ?? '' }));
  const found = new Map<string, string>();
  if (kind === 'index') return [];
  for (const { url } of dated.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))) {
    if (found.size >= MOST_PAGES) break;
    const path = new URL(url).pathname;
    if (siteOfLink(url) !== siteOfLink(site) || path === pathname || !path.startsWith(folder) || path === '/')
      continue;
    const id = articleIdOfLink(url);
    if (id !== null && !found.has(id)) found.set(id, url);
  }
  return [...found.values()];
};
