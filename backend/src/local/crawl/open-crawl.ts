import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { createRobotsFor } from '../../web/robots/robots-for.ts';
import { readEnvironment } from '../../config/env.ts';
import { newId } from '../../lib/new-id.ts';
import type { Log } from '../../logging/log.ts';
import { createGuardedFetch } from '../../web/fetch/create-guarded-fetch.ts';
import { parseAllowHosts } from '../../web/guard/target.ts';
import type { Lookup } from '../../web/guard/guarded-connector.ts';
import { userAgentOf } from '../../web/fetch/headers.ts';
import { createFileBlobStore } from '../../storage/blobs/blob-files.ts';
import { createStores } from '../../storage/stores.ts';
import { createTableClient } from '../../storage/table/table.ts';
import { localEnvironment } from '../cli/options.ts';
import { systemClock } from '../process/schedule.ts';
import { lockDataFolder } from '../process/data-lock.ts';
import { createLocalParser } from '../process/parser.ts';
import { LOCAL_TABLE } from '../table/local-table.ts';
import { openLocalTable } from '../data-folder/open-local-table.ts';

const environmentSchema = z.object({
  FETCH_ALLOW_HOSTS: localEnvironment.shape.FETCH_ALLOW_HOSTS,
  USER_AGENT_URL: localEnvironment.shape.USER_AGENT_URL,
  OUTBOUND_PROXY: localEnvironment.shape.OUTBOUND_PROXY,
});

/** Reads the variables that a crawl shares with the runner. @throws ConfigError for a wrong one. */
export const readCrawlEnvironment = (variables: Record<string, string | undefined>) =>
  readEnvironment(environmentSchema, variables);

export type OpenCrawlOptions = {
  variables: Record<string, string | undefined>;
  log: Log;
  now?: () => Date;
  /** Resolves host names; the system's resolver unless given. */
  lookup?: Lookup;
};

/** Opens what a crawl needs in a folder of its own. @throws DataFolderError if another process uses the folder. */
export const openCrawl = async (
  folder: string,
  { variables, log, lookup, now = systemClock.now }: OpenCrawlOptions,
) => {
  const settings = readCrawlEnvironment(variables);
  const release = await lockDataFolder(folder);
  const table = await openLocalTable(folder);
  const client = createTableClient({ client: table.client, tableName: LOCAL_TABLE });
  const stores = createStores(client, createFileBlobStore(join(folder, 'blobs')));
  const pause = (milliseconds: number) => setTimeout(milliseconds, true);
  const base = { ...stores, now, pause, newId, log };
  const parser = createLocalParser();
  const fetch = createGuardedFetch({
    allowHosts: parseAllowHosts(settings.FETCH_ALLOW_HOSTS),
    userAgent: userAgentOf(settings.USER_AGENT_URL),
    proxy: settings.OUTBOUND_PROXY,
    ...(lookup === undefined ? {} : { lookup }),
  });
  const asking = { ...base, fetch, settings };
  return {
    ctx: { ...asking, parser, robotsFor: createRobotsFor(asking) },
    close: async () => {
      await parser.close();
      await fetch.close();
      table.close();
      release();
    },
  };
};
