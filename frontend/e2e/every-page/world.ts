import type { ArticleRow, Feed, Job, Page } from '../../../backend/src/contract/index.ts';
import { drawnPng } from '../articles/samples.ts';
import { openWorld, type World } from '../world.ts';
import { coastalPaper, islandHerald, japanesePaper } from './paper.ts';

const html = (title: string, links: readonly string[]): string =>
  `<html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>
  <p>${'The tide tables of the harbour, hour by hour. '.repeat(8)}</p>${links.map((href) => `<a href="${href}">${href}</a>`).join(' ')}</body></html>`;

export type FullWorld = World & { ids: { article: string; crawl: string; feed: string } };

/** Starts a runner whose reader has something on every page: feeds in folders, one that fails, keywords, searches, a rule, a crawl, jobs. */
export const openFullWorld = async (): Promise<FullWorld> => {
  const world = await openWorld();
  const { server, runner } = world;
  const picture = server.url('/lamp.png');
  server.set('/lamp.png', { body: drawnPng(800, 500), type: 'image/png' });
  server.set('/coast.xml', { body: coastalPaper(picture) });
  server.set('/todai.xml', { body: japanesePaper(picture) });
  server.set('/herald.xml', { body: islandHerald() });
  server.set('/site', { body: html('The harbour', ['/tides', '/gone']), type: 'text/html' });
  server.set('/tides', { body: html('Tides', ['/site']), type: 'text/html' });

  for (const [text, weight] of [
    ['lighthouse', 5],
    ['灯台', 4],
    ['trains', 2],
    ['gardening', 0.5],
  ] as const)
    await runner.post('/api/keywords', { text, weight });
  const feeds: Feed[] = [];
  for (const [path, folder] of [
    ['/coast.xml', 'Coast'],
    ['/todai.xml', '日本語'],
    ['/herald.xml', 'Coast'],
  ])
    feeds.push(await runner.post<Feed>('/api/feeds', { url: server.url(path ?? ''), folder }));
  await runner.settled();
  // It fails from now on.
  server.set('/herald.xml', { body: 'gone', status: 410, type: 'text/plain' });
  const herald = feeds[2]?.feed_id ?? '';
  await runner.jobDone((await runner.post<Job>('/api/jobs/fetch-feeds', { feed_id: herald })).job_id);
  await runner.post('/api/searches', { name: 'Lights', q: 'lighthouse OR 灯台' });
  await runner.post('/api/tokens', { name: 'A script' });
  await runner.post('/api/rules', {
    name: 'No gardens',
    conditions: [{ field: 'title', any_of: ['gardeners'] }],
    effects: { read: true },
  });
  const crawl = await runner.post<Job>('/api/jobs/crawl', {
    seeds: [server.url('/site')],
    use_sitemaps: false,
  });
  await runner.jobDone(crawl.job_id);
  const { items } = await runner.get<Page<ArticleRow>>('/api/articles?sort=published_at&filter=all&limit=50');
  for (const { article_id } of items.slice(4, 7))
    await runner.put(`/api/articles/${article_id}/read`, { is_read: true });
  await runner.put(`/api/articles/${items[3]?.article_id}/save`, { is_saved: true });
  await runner.put(`/api/articles/${items[3]?.article_id}/tags`, { tags: ['灯台', 'For the harbour'] });
  await runner.put(`/api/articles/${items[3]?.article_id}/highlights/world0001`, {
    quote: 'A marked passage',
    prefix: '',
    suffix: '',
    start: 0,
    rival: -1,
    colour: 'yellow',
    note: 'With a note',
    made_at: new Date().toISOString(),
  });
  const long = items.find(({ title }) => title.startsWith('The last lighthouse keeper'));
  const ids = { article: long?.article_id ?? '', crawl: crawl.job_id, feed: feeds[0]?.feed_id ?? '' };
  return { ...world, ids };
};
