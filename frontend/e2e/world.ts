import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRunner } from '../../backend/test/harness/runner.ts';
import { startFeedServer, type FeedServer } from '../../backend/test/harness/servers/feed-server.ts';

export type World = {
  server: FeedServer;
  runner: Awaited<ReturnType<typeof startRunner>>;
  /** The runner's data folder. */
  data: string;
  close: () => Promise<void>;
};

/** Starts a server of feeds, and a local runner with an empty data folder that may fetch from it. Lists show all articles at first. */
export const openWorld = async (variables: Record<string, string> = {}): Promise<World> => {
  const server = await startFeedServer();
  const data = await mkdtemp(join(tmpdir(), 'omomi-e2e-'));
  const runner = await startRunner({ data, allowHosts: server.host, variables });
  await runner.put('/api/me/preferences', { default_filter: 'all' });
  return {
    server,
    runner,
    data,
    close: async () => {
      await runner.stop();
      await server.close();
      await rm(data, { recursive: true, force: true });
    },
  };
};

export type MailWorld = World & {
  /** The port at which the runner takes the mails of newsletters. */
  mailPort: number;
};

const host = '127.0.0.1';

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(0, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/** Starts a world whose runner has addresses for newsletters, at `news.example`. */
export const openMailWorld = async (): Promise<MailWorld> => {
  const mailPort = await freePort();
  const variables = { NEWSLETTER_ADDRESS: '*@news.example', NEWSLETTER_LISTEN: `${host}:${mailPort}` };
  return { ...(await openWorld(variables)), mailPort };
};
