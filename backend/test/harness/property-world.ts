import type { Log } from '../../src/logging/log.ts';
import { startTestApp } from './app.ts';
import { testReader } from './reader.ts';
import { rss, startFeedServer, type RssItem } from './servers/feed-server.ts';
import { wireClient, wireSignIn } from './wire-client.ts';

export type LogLine = { level: 'info' | 'warn' | 'error'; message: string; fields: Record<string, unknown> };

/**
 * Starts one app and one web server for many runs. Each run creates its own feeds and readers, who send HTTP requests.
 */
export const startWorld = async (options: Parameters<typeof startTestApp>[0] = {}) => {
  const lines: LogLine[] = [];
  const line =
    (level: LogLine['level']): Log[typeof level] =>
    (message, fields) =>
      void lines.push({ level, message, fields });
  const log: Log = { info: line('info'), warn: line('warn'), error: line('error') };
  const [app, server] = await Promise.all([
    startTestApp({ ...options, log, signIn: wireSignIn }),
    startFeedServer(),
  ]);
  let made = 0;

  return {
    app,
    server,
    lines,
    newReader: async () => {
      const user_id = `reader${++made}`;
      return testReader(app, user_id, await wireClient(app, user_id));
    },
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
