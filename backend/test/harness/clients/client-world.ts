import { startTestApp, type TestApp } from '../app.ts';
import { testReader } from '../reader.ts';
import { rss, startFeedServer, type FeedServer } from '../servers/feed-server.ts';
import { googleReader, newToken, type GoogleReader } from './google-reader.ts';

/** A reader with two feeds, one of them in a folder, and a client that has signed in. */
export type ClientWorld = {
  app: TestApp;
  server: FeedServer;
  reader: ReturnType<typeof testReader>;
  client: GoogleReader;
  token: string;
  /** Serves a feed with these titles, which another call replaces. */
  publish: (name: string, titles: readonly string[]) => void;
  /** Waits some minutes, then has all feeds fetched and their articles delivered. */
  arrive: (minutes?: number) => Promise<void>;
  feedIds: { one: string; two: string };
  close: () => Promise<void>;
};

export const FOLDER = 'News & 日本';

export const startClientWorld = async (base = ''): Promise<ClientWorld> => {
  const [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
  const reader = testReader(app);
  const publish = (name: string, titles: readonly string[]) =>
    server.set(`/${name}.xml`, {
      body: rss(
        titles.map((title, at) => ({
          title,
          link: `https://${name}.example/${encodeURIComponent(title)}`,
          guid: `${name} ${title}`,
          text: `<p>About ${title}</p>`,
          date: new Date(Date.parse('2026-03-01T06:00:00.000Z') - at * 60_000).toISOString(),
        })),
        { title: `Feed ${name}` },
      ),
    });
  await reader.addKeyword('volcano');
  publish('one', ['Volcano erupts', 'Ferry sails', 'Football tonight']);
  publish('two', ['Lava of the volcano', 'Bank rates']);
  const one = await reader.follow(server.url('/one.xml'), FOLDER);
  await app.settle();
  app.advance(10);
  const two = await reader.follow(server.url('/two.xml'));
  await app.settle();
  const token = await newToken(app);
  const client = googleReader(app, base);
  await client.login(token);
  return {
    app,
    server,
    reader,
    client,
    token,
    publish,
    arrive: async (minutes = 120) => {
      app.advance(minutes);
      await reader.fetchAll();
      await app.settle();
    },
    feedIds: { one: one.feed_id, two: two.feed_id },
    close: async () => {
      await Promise.all([app.close(), server.close()]);
    },
  };
};
