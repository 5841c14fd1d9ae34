import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { inBatches } from '../src/lib/lists.ts';
import { startRunner } from '../test/harness/runner.ts';
import { rss, type FeedServer } from '../test/harness/servers/feed-server.ts';
import type { Report } from './report.ts';

const FEEDS = 200;
/** A new feed brings so many as unread. */
const ITEMS = 50;
/** As newsboat, Reeder and others ask at most. */
const [IDS_AT_ONCE, TEXTS_AT_ONCE] = [1000, 250];
const WORDS = 'harbour lamp weather keeper northern coast evening record letters wind '.repeat(30);

const documentOf = (feed: number): string =>
  rss(
    Array.from({ length: ITEMS }, (_, at) => ({
      title: `Article ${at} of feed ${feed}`,
      link: `https://feed${feed}.example/${at}`,
      guid: `${at}`,
      text: `<p>${at} ${WORDS}</p>`,
      date: new Date(Date.now() - (at + 1) * 3_600_000).toISOString(),
    })),
    { title: `Feed ${feed}` },
  );

const idList = z.object({
  itemRefs: z.array(z.object({ id: z.string() })),
  continuation: z.string().optional(),
});
const contents = z.object({ items: z.array(z.unknown()) });

/** Measures the first sync of an app of the Google Reader API: 10,000 unread articles of 200 feeds, with their texts. */
export const benchFirstSync = async (server: FeedServer, report: Report): Promise<void> => {
  const data = await mkdtemp(path.join(tmpdir(), 'omomi-first-sync-'));
  const addresses = Array.from({ length: FEEDS }, (_, feed) => {
    server.set(`/sync/${feed}`, { body: documentOf(feed) });
    return server.url(`/sync/${feed}`);
  });
  const first = await startRunner({ data, allowHosts: server.host });
  await first.jobDone((await first.importFeeds(addresses)).job_id);
  await first.settled();
  await first.stop();
  // Another process, whose memory has not seen the import.
  const runner = await startRunner({ data, allowHosts: server.host });
  const { token } = await runner.post<{ token: string }>('/api/tokens', {
    name: 'Sync',
    scope: 'write',
  });
  const before = runner.peakMemoryMb();
  let requests = 0;
  const ask = (address: string, init: RequestInit = {}): Promise<unknown> => {
    requests += 1;
    const headers = { authorization: `GoogleLogin auth=${token}` };
    return runner.request(`/reader/api/0/${address}`, { ...init, headers });
  };
  const start = performance.now();
  await ask('subscription/list?output=json');
  await ask('tag/list?output=json');
  const ids: string[] = [];
  for (let continuation: string | undefined = ''; continuation !== undefined;) {
    const list = idList.parse(
      await ask(
        `stream/items/ids?output=json&s=user/-/state/com.google/reading-list&n=${IDS_AT_ONCE}&c=${continuation}`,
      ),
    );
    ids.push(...list.itemRefs.map(({ id }) => id));
    ({ continuation } = list);
  }
  let texts = 0;
  for (const part of inBatches(ids, TEXTS_AT_ONCE)) {
    const body = new URLSearchParams(part.map((id): [string, string] => ['i', id]));
    texts += contents.parse(await ask('stream/items/contents?output=json', { method: 'POST', body })).items
      .length;
  }
  const seconds = (performance.now() - start) / 1000;
  const peak = runner.peakMemoryMb();
  report(
    'first_sync_requests',
    requests,
    `first sync: ${ids.length} articles, ${texts} texts in ${requests} requests`,
  );
  report('first_sync_seconds', seconds, `  ${seconds.toFixed(1)} s`);
  report(
    'first_sync_peak_mb',
    peak,
    `  peak memory of the runner: ${peak.toFixed(0)} MB, ${before.toFixed(0)} MB before the sync`,
  );
  await runner.stop();
  await rm(data, { recursive: true, force: true });
};
