import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiOf } from '../../backend/test/harness/api/api-of.ts';
import { startRunner } from '../../backend/test/harness/runner.ts';
import { startFeedServer, type FeedServer } from '../../backend/test/harness/servers/feed-server.ts';
import { openReader } from './box/open-reader.ts';
import { suiteBox } from './box/suite-box.ts';

type Served = ReturnType<typeof apiOf> & {
  origin: string;
  /** The process of a local runner, 0 for another. */
  pid: number;
  stop: () => Promise<void>;
};

export type World = {
  server: FeedServer;
  /** A local runner, or a new reader of the deployment in the box where the suite goes through it. */
  runner: Served;
  close: () => Promise<void>;
};

/** Functions take seconds to start, so that nothing happens for a while before the next articles come. */
const CALM_IN_BOX = 6;

const serveLocally = async (allowHosts: string, variables: Record<string, string>) => {
  const data = await mkdtemp(join(tmpdir(), 'omomi-e2e-'));
  const runner = await startRunner({ data, allowHosts, variables });
  return {
    ...runner,
    stop: async () => {
      await runner.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
};

/** Starts a server of feeds, and serves a reader without feeds who may follow them. Lists show all articles at first. */
export const openWorld = async (variables: Record<string, string> = {}): Promise<World> => {
  const server = await startFeedServer();
  const box = suiteBox();
  const reader = box === null ? await serveLocally(server.host, variables) : await openReader(box);
  const runner = { ...apiOf(reader.origin, box === null ? 1 : CALM_IN_BOX), ...reader };
  await runner.put('/api/me/preferences', { default_filter: 'all' });
  return {
    server,
    runner,
    close: async () => {
      await runner.stop();
      await server.close();
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
