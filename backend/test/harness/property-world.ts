import type { ArticleRow } from '../../src/contract/index.ts';
import type { Log } from '../../src/logging/log.ts';
import { startTestApp, type TestApp } from './app.ts';
import { rss, startFeedServer, type RssItem } from './servers/feed-server.ts';
import { keyword } from './scoring-samples.ts';

type ListQuery = Partial<Parameters<ReturnType<TestApp['as']>['call']>[1]> & Record<string, unknown>;

export type LogLine = { level: 'info' | 'warn' | 'error'; message: string; fields: Record<string, unknown> };

/** Starts one app and one web server for many runs. Each run creates its own feeds and readers. */
export const startWorld = async () => {
  const lines: LogLine[] = [];
  const line =
    (level: LogLine['level']): Log[typeof level] =>
    (message, fields) =>
      void lines.push({ level, message, fields });
  const log: Log = { info: line('info'), warn: line('warn'), error: line('error') };
  const [app, server] = await Promise.all([startTestApp({ log }), startFeedServer()]);
  let made = 0;

  /** Creates a reader with shortcuts for a client's most frequent calls. */
  const reader = (user_id: string) => {
    const api = app.as(user_id);
    return {
      user_id,
      api,
      follow: (url: string, folder?: string) =>
        api.call('addFeed', { body: folder === undefined ? { url } : { url, folder } }),
      feed: (feed_id: string) => api.call('getFeed', { params: { feed_id } }),
      feeds: async () => (await api.call('listFeeds')).items,
      list: async (query: ListQuery = {}): Promise<ArticleRow[]> =>
        (
          await api.call('listArticles', {
            query: { sort: 'published_at', filter: 'all', limit: 200, ...query } as never,
          })
        ).items,
      setRead: (article_id: string, is_read: boolean) =>
        api.call('setRead', { params: { article_id }, body: { is_read } }),
      setSaved: (article_id: string, is_saved: boolean) =>
        api.call('setSaved', { params: { article_id }, body: { is_saved } }),
      addKeyword: (text: string, weight = 1, is_excluding = false) =>
        api.call('addKeyword', keyword(text, weight, is_excluding)),
      reasons: async (article_id: string) => (await api.call('getReasons', { params: { article_id } })).items,
      /** Runs the cleanup job to its end and returns its result. */
      cleanUp: async () => {
        const { job_id } = await api.call('cleanupArticles');
        await app.settle();
        return api.call('getJob', { params: { job_id } });
      },
      /** Returns the table's items of this reader. */
      items: async (prefix = ''): Promise<Record<string, unknown>[]> => {
        const items = await app.dump();
        return items.filter(({ PK, SK }) => PK === `USER#${user_id}` && String(SK).startsWith(prefix));
      },
    };
  };

  return {
    app,
    server,
    lines,
    reader,
    newReader: () => reader(`reader-${++made}`),
    /** Publishes a feed with these items on a site of its own. Unless given, links are made from the titles. */
    publish: (items: Omit<RssItem, 'guid'>[], title?: string) => {
      const site = `https://site-${++made}.example`;
      const path = `/feed-${made}`;
      const withLinks = (some: Omit<RssItem, 'guid'>[]): RssItem[] =>
        some.map((item) => {
          const link = `${site}/${encodeURIComponent(item.title)}`;
          return { link, guid: link, ...item };
        });
      const named = { title: title ?? `Feed ${made}`, site: `${site}/` };
      server.set(path, { body: rss(withLinks(items), named) });
      return {
        url: server.url(path),
        path,
        title: named.title,
        /** Replaces the published document. */
        now: (next: Omit<RssItem, 'guid'>[]) => server.set(path, { body: rss(withLinks(next), named) }),
      };
    },
    close: () => Promise.all([app.close(), server.close()]),
  };
};

export type World = Awaited<ReturnType<typeof startWorld>>;
export type TestReader = ReturnType<World['newReader']>;
