import { sampleArticleId, sampleEntry, sampleFeedId, sampleTime } from '../samples/storage-samples.ts';
import { createEntryStore } from '../../../src/storage/entries/entry-store.ts';
import { createTableClient } from '../../../src/storage/table/table.ts';
import { LOCAL_TABLE } from '../../../src/local/table/local-table.ts';
import { openLocalTable } from '../../../src/local/data-folder/open-local-table.ts';

/**
 * Creates entries and marks some of them read, without end, until the process is killed. Run as `node <this> <folder>
 * <round>`.
 */
const [, , dataDir = '', round = '0'] = process.argv;
const { client } = await openLocalTable(dataDir);
const entries = createEntryStore(createTableClient({ client, tableName: LOCAL_TABLE }));
const first = Number(round) * 100_000;
const writer = async (lane: number) => {
  for (let at = first + lane; ; at += 8) {
    const article_id = sampleArticleId(at);
    await entries.create(
      sampleEntry({ article_id, feed_ids: [sampleFeedId(at % 5)], published_at: sampleTime(at % 997) }),
    );
    if (at % 2 === 0) await entries.change('local', article_id, (entry) => ({ ...entry, is_read: true }));
    if (at - first === 160) process.send?.('loaded');
  }
};
await Promise.all(Array.from({ length: 8 }, (_, lane) => writer(lane)));
