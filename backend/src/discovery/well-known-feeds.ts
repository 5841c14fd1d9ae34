/** Paths at which common publishing systems put their feed, the most common first. */
const rootPaths: readonly string[] = [
  '/feed',
  '/rss',
  '/feed.xml',
  '/atom.xml',
  '/index.xml',
  '/rss.xml',
  '/feed.json',
  '/feeds/posts/default',
  '/?feed=rss2',
];

/**
 * File names tried first, in the folder of a page that is not the front page: it may be a blog within a larger site.
 */
const folderPaths: readonly string[] = ['feed', 'feed.xml', 'index.xml', 'atom.xml', 'rss.xml'];

/** Returns addresses that may hold the feed of a page that names none. */
export const wellKnownFeeds = (pageUrl: string): string[] => {
  const url = URL.parse(pageUrl);
  if (url === null) return [];
  const folder = /\.\w+$/.test(url.pathname)
    ? url.pathname.slice(0, url.pathname.lastIndexOf('/') + 1)
    : `${url.pathname.replace(/\/$/, '')}/`;
  return [
    ...(folder === '/' ? [] : folderPaths.map((path) => `${url.origin}${folder}${path}`)),
    ...rootPaths.map((path) => `${url.origin}${path}`),
  ];
};
