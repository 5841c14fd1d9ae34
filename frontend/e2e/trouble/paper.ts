import { rss } from '../../../backend/test/harness/servers/feed-server.ts';

/** Returns a feed of three articles, the newest first, which are named after it: `Harbour 1` to `Harbour 3`. */
export const paper = (title: string): string => {
  const name = title.toLowerCase();
  return rss(
    [1, 2, 3].map((n) => ({
      title: `${title} ${n}`,
      text: `<p>What there is to know of ${title} ${n}.</p>`,
      link: `https://${name}.example/${n}`,
      guid: `${name}-${n}`,
      date: new Date(Date.now() - n * 3_600_000).toISOString(),
    })),
    { title, site: `https://${name}.example/` },
  );
};
