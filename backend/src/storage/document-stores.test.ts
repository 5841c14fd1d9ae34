import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryBlobs, sampleFeedId, sampleTime } from '../../test/harness/samples/storage-samples.ts';
import { CorruptItemError } from './table/errors.ts';
import { createSnapshotStore } from './document-stores.ts';
import { runs } from '../../test/harness/property-runs.ts';

const feedId = sampleFeedId(1);
const snapshot = (body: Uint8Array) => ({
  url: 'https://site.example/feed?a=\n"ü',
  content_type: 'application/rss+xml; charset=Shift_JIS',
  taken_at: sampleTime(0),
  body,
});

describe('snapshots', () => {
  it('are returned byte by byte', async () => {
    const { store } = memoryBlobs();
    const snapshots = createSnapshotStore(store);
    expect.hasAssertions();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async (body) => {
        await snapshots.put(feedId, snapshot(body));
        const { body: read, ...header } = (await snapshots.get(feedId))!;
        expect(Buffer.from(read).equals(Buffer.from(body))).toBe(true);
        const { body: _, ...expected } = snapshot(body);
        expect(header).toEqual(expected);
      }),
      { numRuns: runs(100) },
    );
  });

  it('are one compressed blob per feed, the latest', async () => {
    const { store } = memoryBlobs();
    const snapshots = createSnapshotStore(store);
    for (const text of ['first', 'second'])
      await snapshots.put(feedId, snapshot(Buffer.from(text.repeat(10_000))));
    const blob = await store.get(`snapshots/${feedId}`);
    expect(blob?.length).toBeLessThan(1000);
    expect(Buffer.from((await snapshots.get(feedId))!.body).toString()).toBe('second'.repeat(10_000));
    expect(await snapshots.get(sampleFeedId(2))).toBeNull();
  });

  it.each([
    '',
    'no line',
    '{}\nx',
    `${JSON.stringify({ ...snapshot(Buffer.alloc(0)), body: undefined })}\nno zstd`,
  ])('are an internal error if the blob contains %j', async (text) => {
    const { store } = memoryBlobs();
    await store.put(`snapshots/${feedId}`, Buffer.from(text));
    await expect(createSnapshotStore(store).get(feedId)).rejects.toThrow(CorruptItemError);
  });
});
