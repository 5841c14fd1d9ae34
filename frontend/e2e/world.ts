import { mkdtemp, rm } from 'node:fs/promises';
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
