import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunner } from '../../harness/runner.ts';
import type { ArticleRow, Feed, Page } from '../../../src/contract/index.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

const MEMORY_LIMIT_MB = 300;
/**
 * The longest answer in milliseconds, or as a share of the time that all documents take on a slow machine. If the main
 * thread parsed them, it would answer nothing for most of that time, which is 10 seconds to minutes.
 */
const LONGEST_ANSWER_MS = 4000;
const LONGEST_SHARE = 1 / 3;

const item = (inner: string) => `<item><title>Hostile</title><guid>h</guid>${inner}</item>`;
const good = (name: string) =>
  `<item><title>Good of ${name}</title><link>https://good.example/${name}</link><guid>${name}</guid><description>Indeed.</description></item>`;
const channel = (name: string, items: string, head = `<title>${name}</title>`) =>
  `<?xml version="1.0"?><rss version="2.0"><channel>${head}${items}${good(name)}</channel></rss>`;
const long = 'x'.repeat(400_000);
const names = Array.from({ length: 300_000 }, (_, n) => `<a${n}/>`).join('');
const json = (items: string) => `{"version":"https://jsonfeed.org/version/1.1","title":"J","items":${items}`;

/** Hostile documents with the error code of their feed; null if it has none, then its good article must arrive. */
const documents: Record<string, { body: string; type?: string; code: string | null }> = {
  brackets: { body: channel('brackets', item(`<author>${'('.repeat(1_500_000)}</author>`)), code: null },
  angles: { body: channel('angles', item(`<author>${'&lt;'.repeat(100_000)}</author>`)), code: null },
  editor: {
    body: channel(
      'editor',
      '',
      `<title>editor</title><managingEditor>${'['.repeat(100_000)}</managingEditor>`,
    ),
    code: null,
  },
  spaces: { body: channel('spaces', item(`<link>x${' '.repeat(100_000)}y</link>`)), code: null },
  slashes: { body: channel('slashes', item(`<link>https://x/${'/'.repeat(100_000)}a</link>`)), code: null },
  dots: { body: channel('dots', item(`<link>https://x${'.'.repeat(100_000)}a/</link>`)), code: null },
  link: { body: channel('link', `<item><link>https://a.example/${long}</link></item>`), code: null },
  title: { body: channel('title', '', `<title>title${long}</title>`), code: null },
  site: {
    body: channel('site', '', `<title>site</title><link>https://a.example/${long}</link>`),
    code: null,
  },
  nested: {
    body: channel('nested', item(`<description><![CDATA[${'<a href="x">'.repeat(200_000)}]]></description>`)),
    code: null,
  },
  names: { body: channel('names', item(names)), code: 'too_complex' },
  objects: {
    body: json(`[${'{},'.repeat(1_600_000)}{}]}`),
    type: 'application/feed+json',
    code: 'too_complex',
  },
  numbers: {
    body: json(`[${'1,'.repeat(2_400_000)}1]}`),
    type: 'application/feed+json',
    code: 'too_complex',
  },
  deep: { body: json('['.repeat(4_900_000)), type: 'application/feed+json', code: 'too_complex' },
};

describe('hostile documents', { tags: ['long'] }, () => {
  let server: FeedServer;
  let data: string;
  let runner: Awaited<ReturnType<typeof startRunner>>;
  beforeAll(async () => {
    server = await startFeedServer();
    data = await mkdtemp(join(tmpdir(), 'omomi-documents-'));
    for (const [name, { body, type }] of Object.entries(documents))
      server.set(`/${name}`, { body, ...(type === undefined ? {} : { type }) });
    server.set('/good', {
      body: rss([{ title: 'All is well', link: 'https://good.example/', text: 'Indeed.' }]),
    });
    runner = await startRunner({ data, allowHosts: server.host });
  });
  afterAll(async () => {
    await runner.stop();
    await server.close();
    await rm(data, { recursive: true, force: true });
  });

  /** Requests the health endpoint until stopped. Returns the longest response time in milliseconds. */
  const watchHealth = () => {
    let longest = 0;
    let isWatching = true;
    const watched = (async () => {
      while (isWatching) {
        const start = performance.now();
        await runner.get('/api/health');
        longest = Math.max(longest, performance.now() - start);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return longest;
    })();
    return () => {
      isWatching = false;
      return watched;
    };
  };

  it('neither block nor crash the process: good articles arrive, other feeds get their error, and the next feed is fetched', async () => {
    const begun = performance.now();
    const stopWatching = watchHealth();
    const paths = [...Object.keys(documents), 'good'];
    const { job_id } = await runner.importFeeds(paths.map((path) => server.url(`/${path}`)));
    expect((await runner.jobDone(job_id)).state).toBe('done');
    const elapsed = performance.now() - begun;
    expect(await stopWatching()).toBeLessThan(Math.max(LONGEST_ANSWER_MS, LONGEST_SHARE * elapsed));

    const { items } = await runner.get<Page<Feed>>('/api/feeds');
    const codes = new Map(items.map(({ url, error_code }) => [new URL(url).pathname.slice(1), error_code]));
    expect(Object.fromEntries(codes)).toEqual({
      ...Object.fromEntries(Object.entries(documents).map(([name, { code }]) => [name, code])),
      good: null,
    });

    const rows = await runner.get<Page<ArticleRow>>('/api/articles?limit=200');
    expect(JSON.stringify(rows).length).toBeLessThan(500_000);
    const titles = new Set(rows.items.map(({ title }) => title));
    const expected = Object.entries(documents).flatMap(([name, { code }]) =>
      code === null ? [`Good of ${name}`] : [],
    );
    expect([...expected, 'All is well'].filter((title) => !titles.has(title))).toEqual([]);
    expect(runner.peakMemoryMb()).toBeLessThan(MEMORY_LIMIT_MB);
  });

  it('can be subscribed to if they are valid feeds', async () => {
    server.set('/subscribe', {
      body: channel('subscribe', '', `<title>${long}</title><link>https://a.example/${long}</link>`),
    });
    const feed = await runner.post<Feed>('/api/feeds', { url: server.url('/subscribe') });
    expect(feed.title.length).toBeLessThanOrEqual(300);
    expect(feed.site_url).toBeNull();
  });

  it('are refused as OPML in one sentence, with 300,000 attributes', async () => {
    const attributes = Array.from({ length: 300_000 }, (_, n) => `a${n}="x"`).join(' ');
    const response = await fetch(`${runner.origin}/api/import/opml`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: `<opml version="2.0"><body><outline ${attributes}/></body></opml>`,
    });
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain('more than 100 attributes');
    expect(await runner.get('/api/health')).toMatchObject({ status: 'ok' });
  });
});
