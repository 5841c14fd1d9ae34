import pMap from 'p-map';
import { inBatches } from '../../src/lib/lists.ts';
import { LOCAL_TABLE } from '../../src/local/table/local-table.ts';
import { openLocalTable } from '../../src/local/data-folder/open-local-table.ts';
import { createFileBlobStore } from '../../src/storage/blobs/blob-files.ts';
import { entryToItem } from '../../src/storage/entries/entry-item.ts';
import { createStores } from '../../src/storage/stores.ts';
import { createTableClient } from '../../src/storage/table/table.ts';
import {
  sampleArticle,
  sampleArticleId,
  sampleEntry,
  sampleFeed,
  sampleFeedId,
  sampleReasons,
  sampleSubscription,
} from './samples/storage-samples.ts';

const READER = 'local';
const DAY = 86_400_000;

const articleAt = (n: number, feeds: number) =>
  sampleArticle({
    article_id: sampleArticleId(n),
    feed_id: sampleFeedId((n % feeds) + 1),
    title: `Article ${n}`,
    content: `<p>${`The text of article ${n}. `.repeat(20)}</p>`.repeat(8),
  });

/**
 * Makes a data folder of a local runner whose reader has so many unread entries in 100 feeds, or as many as asked for, which
 * nothing fetches. With `texts`, each article can be opened.
 */
export const fillDataFolder = async (
  dataDirectory: string,
  entries: number,
  { feeds = 100, texts = false }: { feeds?: number; texts?: boolean } = {},
): Promise<void> => {
  const table = await openLocalTable(dataDirectory);
  const client = createTableClient({ client: table.client, tableName: LOCAL_TABLE });
  const stores = createStores(client, createFileBlobStore(`${dataDirectory}/blobs`));
  const now = Date.now();
  const at = (milliseconds: number) => new Date(milliseconds).toISOString();
  const entryAt = (n: number) =>
    sampleEntry({
      user_id: READER,
      article_id: sampleArticleId(n),
      feed_ids: [sampleFeedId((n % feeds) + 1)],
      published_at: at(now - Math.floor((n / entries) * DAY)),
      created_at: at(now - 3_600_000),
      importance_score: ((n * 7919) % 10_007) / 1000,
      reasons: sampleReasons(10),
      excerpt: 'x'.repeat(120),
      expires_at: at(now + 6 * DAY),
    });
  for (const batch of inBatches([...Array(entries).keys()], 250))
    await client.batchPut(batch.map((n) => entryToItem(entryAt(n), 1)));
  if (texts)
    for (const batch of inBatches([...Array(entries).keys()], 250))
      await stores.articles.putMany(batch.map((n) => articleAt(n, feeds)));
  await pMap([...Array(feeds).keys()], async (n) => {
    const feed_id = sampleFeedId(n + 1);
    const next_fetch_at = at(now + DAY);
    await stores.feeds.create(sampleFeed({ feed_id, url: `https://feed${n}.example/`, next_fetch_at }));
    await stores.subscriptions.create(
      sampleSubscription({
        user_id: READER,
        feed_id,
        unread_count: Math.ceil((entries - n) / feeds),
        counted_at: at(now),
        created_at: at(now),
      }),
    );
  });
  table.close();
};
