import { createHttpServer } from '../../src/local/http/http-server.ts';
import { silentLog, startTestApp } from './app.ts';
import { testReader } from './reader.ts';
import { rss, startFeedServer, type RssItem } from './servers/feed-server.ts';
import { startHub } from './servers/hub-server.ts';

/** Starts the back end behind a real server on loopback, a publisher's server, and a hub that can call the back end. */
export const startHubWorld = async ({
  isPublic = true,
  ...options
}: Parameters<typeof startTestApp>[0] & {
  /** False: the back end does not know the address at which it is reached. */
  isPublic?: boolean;
} = {}) => {
  let api: Awaited<ReturnType<typeof startTestApp>>['api'] | null = null;
  const front = createHttpServer({
    api: (...request) => (api === null ? Promise.reject(new Error('not started')) : api(...request)),
    pages: () => Promise.resolve({ status: 404, headers: {}, body: Buffer.from('no page') }),
    log: silentLog,
    now: () => new Date(),
  });
  const publicUrl = `http://127.0.0.1:${await front.listen(0, '127.0.0.1')}`;
  const [app, server, hub] = await Promise.all([
    startTestApp({ ...options, ...(isPublic ? { publicUrl } : {}) }),
    startFeedServer(),
    startHub(),
  ]);
  api = app.api;
  const settle = async () => {
    await app.settle();
    await hub.settled();
  };
  return {
    app,
    server,
    hub,
    publicUrl,
    reader: (user?: string) => testReader(app, user),
    /** Serves a feed that names the hub. Returns the document. */
    publish: (path: string, items: RssItem[], named: string | null = hub.url): string => {
      const links =
        named === null
          ? ''
          : `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="hub" href="${named}"/><atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="self" href="${server.url(path)}"/>`;
      const body = rss(items).replace('<channel>', `<channel>${links}`);
      server.set(path, { body });
      return body;
    },
    settle,
    /** Lets time pass as a deployment does: the schedule runs every few minutes. */
    pass: async (minutes: number, step = 4): Promise<void> => {
      for (let at = 0; at < minutes; at += step) {
        app.advance(step);
        await app.dispatch();
        await settle();
      }
    },
    close: async () => {
      front.closeNow();
      await Promise.all([front.close(), app.close(), server.close(), hub.close()]);
    },
  };
};

export type HubWorld = Awaited<ReturnType<typeof startHubWorld>>;
