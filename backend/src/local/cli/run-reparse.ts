import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { feedId } from '../../contract/index.ts';
import { ConfigError, readEnvironment } from '../../config/env.ts';
import type { Log } from '../../logging/log.ts';
import { type Send, sendBy } from '../../queues/outgoing.ts';
import { createBase, s3Blobs } from '../../lambda/adapters.ts';
import { newQueueClient } from '../../lambda/aws-clients.ts';
import { createPut } from '../../lambda/queues/queues-sqs.ts';
import { ParseError } from '../../parser/fields/parsed-feed.ts';
import { reparse, ReparseError, type Reparsed } from '../../refresh/reparse.ts';
import type { Stores } from '../../model/stores.ts';
import { DataFolderError, lockDataFolder } from '../process/data-lock.ts';
import type { DocumentParser } from '../../parser/document-parser.ts';
import { exitCodeOf, readArguments, storesOf, type CommandOptions } from './command.ts';
import { localEnvironment } from './options.ts';
import { createLocalParser } from '../process/parser.ts';
import { openQueue } from '../queue/queue.ts';
import { systemClock } from '../process/schedule.ts';
import { tableFile } from '../table/schema.ts';
import { openLocalTable } from '../data-folder/open-local-table.ts';

const helpText = `Usage: npm run reparse -- --feed <feed_id> [flags]

Parses the last document of a feed once more and changes the articles that are read otherwise now.

  --feed <feed_id>      16 hex digits, as in the address of the feed's page
  --data <folder>       where the local runner keeps its data (DATA_DIR, default ./.data); it must not run
In the cloud, with credentials and a region as the AWS tools read them; the stacks Database and Compute have the values as outputs:
  --table <name>        the table, TableName
  --bucket <name>       the bucket of blobs, BlobBucketName
  --score-queue <url>   the score queue, ScoreQueueUrl
`;

const names = ['feed', 'data', 'table', 'bucket', 'score-queue'] as const;
type Flags = Partial<Record<(typeof names)[number], string>>;

const readFlags = (args: readonly string[]): Flags | 'help' => {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { values } = readArguments(args, { options: { ...options, help: { type: 'boolean' } } });
  if (values['help'] === true) return 'help';
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string'));
};

type Place = { stores: Stores; sendScore: Send<'score'>; close: () => Promise<void> };

const openCloud = (table: string, bucket: string, queueUrl: string): Place => ({
  stores: createBase('reparse', { TABLE_NAME: table }, s3Blobs({ BLOB_BUCKET: bucket })),
  sendScore: sendBy(createPut(newQueueClient(), queueUrl)),
  close: async () => {},
});

/** Opens the data folder if no runner uses it. Articles to score wait in the queue until the next start. */
const openFolder = async (folder: string, log: Log): Promise<Place> => {
  if (!existsSync(tableFile(folder))) throw new DataFolderError(`there are no data in ${folder}`);
  const release = await lockDataFolder(folder);
  try {
    const table = await openLocalTable(folder);
    const queue = await openQueue('score', table, { retryDelay: 20, log });
    return {
      stores: storesOf(table, folder),
      sendScore: sendBy(queue.send),
      close: async () => {
        await queue.stop();
        table.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
};

const lines = ({ feed, snapshot, items, added, changed, feed_title }: Reparsed): string[] => [
  `${feed.title}: ${items} items in the document of ${snapshot.taken_at} from ${snapshot.url}`,
  ...(feed_title === null ? [] : [`the feed's title is now ${JSON.stringify(feed_title)}`]),
  ...changed.map(
    ({ article_id, before, after, changed: fields }) =>
      `changed ${article_id} (${fields.join(', ')}): ` +
      (before === after ? JSON.stringify(after) : `${JSON.stringify(before)} -> ${JSON.stringify(after)}`),
  ),
  ...added.map((title) => `new ${JSON.stringify(title)}`),
  `${changed.length} changed, ${added.length} new; lists follow once the score queue is worked off`,
];

export type ReparseOptions = CommandOptions & {
  parser?: Pick<DocumentParser, 'parseFeed' | 'learnListing' | 'pageToFeed' | 'sanitiseAll'>;
};

/** Returns the exit code: 2 for wrong flags, 1 if the command fails for another reason. */
export const runReparse = (options: ReparseOptions): Promise<number> =>
  exitCodeOf('reparse', options, [ReparseError, ParseError], async () => {
    const { args, variables, write, log, now = systemClock.now, parser = createLocalParser() } = options;
    const flags = readFlags(args);
    if (flags === 'help') {
      write(helpText);
      return;
    }
    const { feed, data, table, bucket, 'score-queue': queueUrl } = flags;
    if (!feedId.safeParse(feed).success)
      throw new ConfigError(`--feed ${JSON.stringify(feed ?? '')} is not allowed: 16 hex digits, see --help`);
    const cloud = [table, bucket, queueUrl].filter((value) => value !== undefined);
    if (cloud.length > 0 && (cloud.length < 3 || data !== undefined))
      throw new ConfigError('--table, --bucket and --score-queue go together, and without --data');
    const { ARTICLE_RETENTION_DAYS } = readEnvironment(localEnvironment, variables);

    const folder = resolve(data ?? (variables['DATA_DIR'] || './.data'));
    const place =
      table !== undefined && bucket !== undefined && queueUrl !== undefined
        ? openCloud(table, bucket, queueUrl)
        : await openFolder(folder, log);
    try {
      const { stores, sendScore } = place;
      // An article of a stored document is not new, so neither its page is requested nor its bookmarks are counted.
      const sendFetch = async () => {};
      const settings = { ARTICLE_RETENTION_DAYS, FETCH_ALLOW_HOSTS: '', HATEBU: 'off' as const };
      const ctx = { ...stores, parser, settings, sendScore, sendFetch, now, log };
      write(`${lines(await reparse(ctx, feed ?? '')).join('\n')}\n`);
    } finally {
      await place.close();
    }
  });
