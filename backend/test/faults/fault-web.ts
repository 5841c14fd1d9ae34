import { randomBytes } from 'node:crypto';
import { rss } from '../harness/servers/feed-server.ts';

/** Incompressible HTML, so that the article's content is stored in the blob store. */
export const large = `<p>${randomBytes(30_000)
  .toString('base64')
  .replaceAll(/(.{60})/g, '$1 ')}</p>`;

export const item = (
  site: string,
  n: number,
  text = `<p>What was said about the climate, part ${n}.</p>`,
) => ({
  title: `Article ${n} of ${site}`,
  link: `https://${site}.example/${n}`,
  guid: `${site}-${n}`,
  text,
  date: new Date(Date.UTC(2026, 1, 20, 0, n)).toISOString(),
});

/** An article that both feeds contain. */
export const shared = { ...item('shared', 1), guid: 'shared' };

export const feedOf = (site: string, items: ReturnType<typeof item>[]) => ({
  body: rss(items, { title: `Feed ${site}`, site: `https://${site}.example/` }),
});
