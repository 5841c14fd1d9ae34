// Makes the table of a small data folder in the format of the sources beside it, as the tests of upgrades keep it:
//   npx node backend/test/harness/folders/make-folder.ts backend/test/harness/folders/format-<n>.sqlite.gz
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tableFile } from '../../../src/local/table/schema.ts';
import { LOCAL_TABLE } from '../../../src/local/table/local-table.ts';
import { openLocalTable } from '../../../src/local/data-folder/open-local-table.ts';
import { untried } from '../../../src/local/table/message-rows.ts';
import { createFileBlobStore } from '../../../src/storage/blobs/blob-files.ts';
import { createStores } from '../../../src/storage/stores.ts';
import { createTableClient } from '../../../src/storage/table/table.ts';
import {
  sampleArticleId,
  sampleEntry,
  sampleFeed,
  sampleKeyword,
  sampleSubscription,
} from '../samples/storage-samples.ts';

/** The reader's articles, whose last one is saved. */
const ENTRIES = 12;

const [, , out = ''] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'omomi-folder-'));
try {
  const table = await openLocalTable(folder);
  const client = createTableClient({ client: table.client, tableName: LOCAL_TABLE });
  const stores = createStores(client, createFileBlobStore(join(folder, 'blobs')));
  await stores.feeds.create(sampleFeed());
  await stores.subscriptions.create(sampleSubscription({ unread_count: ENTRIES }));
  await stores.keywords.create(sampleKeyword());
  for (let n = 1; n <= ENTRIES; n += 1)
    await stores.entries.create(
      sampleEntry({ article_id: sampleArticleId(n), title: `Article ${n}`, is_saved: n === ENTRIES }),
    );
  const created_at = '2026-11-28T12:00:00.000Z';
  await stores.profiles.setPreferences('local', { learns: true, theme: 'dark' }, created_at);
  await stores.sessions.put({
    user_id: 'local',
    session_id: 'a-session',
    identity_id: 'an-identity',
    email: null,
    is_owner: true,
    device: 'Firefox',
    created_at,
    authenticated_at: created_at,
    last_seen_at: created_at,
    expires_at: '2027-02-26T12:00:00.000Z',
  });
  await stores.tokens.put({
    user_id: 'local',
    token_id: 'a-token',
    name: 'a phone',
    scope: 'write',
    created_at,
    last_used_at: null,
    fever_key: null,
  });
  await stores.feedAddresses.put({
    user_id: 'local',
    address_id: 'an-address',
    name: 'a wall',
    list: { kind: 'today' },
    created_at,
    last_used_at: created_at,
  });
  const feed = { kind: 'feed', feed_id: '1' };
  const message = { message_id: 'first', body: JSON.stringify(feed), sequence: 1, sent_at: 1 };
  const icon = { kind: 'icon', feed_id: '1', icon_hash: null, steps: [], tried: [] };
  const page = { message_id: 'second', body: JSON.stringify(icon), sequence: 2, sent_at: 1 };
  const letter = {
    ...message,
    message_id: 'third',
    sequence: 3,
    ...untried(1),
    dead: { reason: 'why', at: 2 },
  };
  for (const each of [{ ...message, ...untried(1) }, { ...page, ...untried(1) }, letter])
    await table.queues.change('fetch', [{ op: 'add', message: each }]);
  table.sync();
  table.close();
  writeFileSync(out, gzipSync(readFileSync(tableFile(folder)), { level: 9 }));
} finally {
  rmSync(folder, { recursive: true });
}
