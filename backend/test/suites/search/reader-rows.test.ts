import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startEmbedded } from '../../harness/engines/embedded-engine.ts';
import { runs } from '../../harness/property-runs.ts';
import {
  memoryBlobs,
  sampleArticleId,
  sampleEntry,
  sampleFeedId,
  sampleKeyword,
  sampleSubscription,
} from '../../harness/samples/storage-samples.ts';
import { unknownChanges } from '../../harness/engines/unknown-changes.ts';
import type { EntryChanges } from '../../../src/model/search-stores.ts';
import { createSearchRowsStore } from '../../../src/storage/entry-notes.ts';
import { silentLog } from '../../harness/app.ts';
import type { ReadWatermark } from '../../../src/model/article/watermark.ts';
import type { Subscription } from '../../../src/model/feed/subscription.ts';
import { createEntryStore } from '../../../src/storage/entries/entry-store.ts';
import { createTableClient } from '../../../src/storage/table/table.ts';
import {
  loadReaderRows,
  type ReaderRows,
  type ReaderRowsContext,
} from '../../../src/search/keep/reader-rows.ts';

const USER = 'anna';
const START = Date.parse('2026-03-01T00:00:00.000Z');
const HOUR_MS = 3_600_000;
const KEPT = `search/${USER}/rows`;

/** A reader's entries in a table of its own, and what rows depend on beside them. */
const startWorld = async () => {
  const engine = await startEmbedded();
  await engine.createTable('t');
  const table = createTableClient({ client: engine.client, tableName: 't' });
  const entries = createEntryStore(table);
  const { store, files: blobs } = memoryBlobs();
  const state = {
    watermarks: [] as ReadWatermark[],
    subscriptions: [] as Subscription[],
    weight: 1,
    ms: START,
  };
  const counted = { all: 0, entries: 0 };
  const load = (entryChanges: EntryChanges) => {
    const ctx = {
      entryChanges,
      blobs: store,
      searchRows: createSearchRowsStore(table),
      log: silentLog,
      entries: {
        ...entries,
        listSearchable: (userId: string) => {
          counted.all += 1;
          return entries.listSearchable(userId);
        },
        getMany: (userId: string, ids: string[]) => {
          counted.entries += ids.length;
          return entries.getMany(userId, ids);
        },
      },
      feeds: { getMany: () => Promise.resolve([]) },
      watermarks: {
        get: () => Promise.resolve({ watermarks: [...state.watermarks], seq: state.watermarks.length }),
      },
      subscriptions: { listAll: () => Promise.resolve({ followed: [...state.subscriptions], leaving: [] }) },
      keywords: { list: () => Promise.resolve([sampleKeyword({ weight: state.weight })]) },
      profiles: { get: () => Promise.resolve(null) },
      bookmarkCounts: null,
      imageKeys: { load: () => Promise.resolve(() => null) },
      now: () => new Date(state.ms),
    } as unknown as ReaderRowsContext;
    return (userId: string, at: Date, known: ReaderRows | null) => loadReaderRows(ctx, userId, at, known);
  };
  return { engine, entries, blobs, state, counted, load };
};

type World = Awaited<ReturnType<typeof startWorld>>;

const idOf = (at: number) => sampleArticleId(at + 1);
const entryOf = (at: number, { ms }: World['state']) =>
  sampleEntry({
    user_id: USER,
    article_id: idOf(at),
    feed_ids: [sampleFeedId(1 + (at % 2))],
    title: `Title ${at}`,
    published_at: new Date(ms - at * HOUR_MS).toISOString(),
    created_at: new Date(ms).toISOString(),
    expires_at: new Date(ms + (1 + at) * HOUR_MS).toISOString(),
  });

const steps = {
  create: ({ entries, state }: World, at: number) => entries.create(entryOf(at, state)),
  read: ({ entries }: World, at: number) =>
    entries.change(USER, idOf(at), (entry) => ({ ...entry, is_read: !entry.is_read })),
  save: ({ entries }: World, at: number) =>
    entries.change(USER, idOf(at), (entry) => ({ ...entry, is_saved: true, expires_at: null })),
  retitle: ({ entries, state }: World, at: number) =>
    entries.change(USER, idOf(at), (entry) => ({ ...entry, title: `Title of ${state.ms}` })),
  remove: ({ entries }: World, at: number) => entries.replaceWithTombstone(USER, idOf(at), 2_000_000_000),
  mark: async ({ state }: World, at: number) => {
    const before = new Date(state.ms).toISOString();
    const seq = state.watermarks.length + 1;
    const feed_ids = at % 3 === 0 ? null : [sampleFeedId(1 + (at % 2))];
    state.watermarks = [
      ...state.watermarks,
      { mark_id: `${seq}`, seq, feed_ids, before, marked_at: before, undone_at: null },
    ];
  },
  follow: async ({ state }: World, at: number) => {
    const text_mode = at % 2 === 0 ? 'auto' : 'full';
    state.subscriptions = [sampleSubscription({ user_id: USER, feed_id: sampleFeedId(1), text_mode })];
  },
  weigh: async ({ state }: World, at: number) => {
    state.weight = 1 + at;
  },
  wait: async ({ state }: World, at: number) => {
    state.ms += at * 20_000;
  },
  waitLong: async ({ state }: World, at: number) => {
    state.ms += at * HOUR_MS;
  },
} satisfies Record<string, (world: World, at: number) => Promise<unknown>>;

/** What may become of the rows that are kept; `older` are those of the rounds before. */
const faults = {
  none: () => {},
  lost: (blobs) => void blobs.delete(KEPT),
  cut: (blobs) => change(blobs, (bytes) => bytes.subarray(0, bytes.length >> 1)),
  changed: (blobs) =>
    change(blobs, (bytes) => bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 8)),
  'of an older version': (blobs) => change(blobs, (bytes) => bytes.with(4, 1)),
  older: (blobs, older) => change(blobs, (bytes) => older[0] ?? bytes),
} satisfies Record<string, (blobs: Map<string, Uint8Array>, older: (Uint8Array | undefined)[]) => void>;

const change = (blobs: Map<string, Uint8Array>, changed: (bytes: Uint8Array) => Uint8Array): void => {
  const bytes = blobs.get(KEPT);
  if (bytes !== undefined) blobs.set(KEPT, changed(new Uint8Array(bytes)));
};

const fault = fc.oneof(
  { weight: 5, arbitrary: fc.constant('none' as const) },
  { weight: 3, arbitrary: fc.constantFrom(...(Object.keys(faults) as (keyof typeof faults)[])) },
);

const step = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat(6));

const plain = ({ rows, modes, feeds, names }: ReaderRows) => ({
  rows,
  modes,
  feeds,
  weight: names.typical_weight,
});

describe('the rows of a reader', () => {
  it('are after any history those that reading all of them gives, whether changes are known or not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 5 }), { maxLength: 8 }), async (rounds) => {
        const world = await startWorld();
        const known = world.load(world.engine.changesOf('t'));
        const unknown = world.load(unknownChanges);
        let told: ReaderRows | null = null;
        let untold: ReaderRows | null = null;
        for (const round of rounds) {
          for (const [name, at] of round) await steps[name as keyof typeof steps](world, at);
          const now = new Date(world.state.ms);
          const whole = plain(await unknown(USER, now, null));
          told = await known(USER, now, told);
          untold = await unknown(USER, now, untold);
          expect(plain(told)).toEqual(whole);
          expect(plain(untold)).toEqual(whole);
        }
        await world.engine.close();
      }),
      { numRuns: runs(150) },
    );
  });

  it('are after any history those of the table in a process that begins with kept rows, whatever became of these', async () => {
    let begun = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.array(step, { maxLength: 5 }), fault), { maxLength: 8 }),
        async (rounds) => {
          const world = await startWorld();
          const unknown = world.load(unknownChanges);
          const older: (Uint8Array | undefined)[] = [];
          for (const [round, name] of rounds) {
            for (const [each, at] of round) await steps[each as keyof typeof steps](world, at);
            older.push(world.blobs.get(KEPT));
            faults[name](world.blobs, older);
            const now = new Date(world.state.ms);
            const whole = plain(await unknown(USER, now, null));
            const { all } = world.counted;
            const rows = await world.load(world.engine.changesOf('t'))(USER, now, null);
            expect(plain(rows)).toEqual(whole);
            if (world.counted.all === all) begun += 1;
            // The process goes on with what it began with.
            await steps.read(world, round.length);
            expect(plain(await world.load(world.engine.changesOf('t'))(USER, now, rows))).toEqual(
              plain(await unknown(USER, now, null)),
            );
          }
          await world.engine.close();
        },
      ),
      { numRuns: runs(150) },
    );
    expect(begun).toBeGreaterThan(20);
  });

  it('are read from those that are kept, and from the table alone what was written since', async () => {
    const world = await startWorld();
    for (let at = 0; at < 5; at += 1) await steps.create(world, at);
    const load = () => world.load(world.engine.changesOf('t'))(USER, new Date(world.state.ms), null);
    await load();
    expect(world.counted).toEqual({ all: 1, entries: 0 });
    await steps.read(world, 2);
    await steps.remove(world, 3);
    expect((await load()).rows.map(({ is_read }) => is_read)).toEqual([false, false, true, false]);
    expect(world.counted).toEqual({ all: 1, entries: 2 });
  });

  it('are those of the table if it was brought back from a copy that is older than what is kept', async () => {
    const world = await startWorld();
    for (let at = 0; at < 3; at += 1) await steps.create(world, at);
    const load = () => world.load(world.engine.changesOf('t'))(USER, new Date(world.state.ms), null);
    await load();
    const kept = world.blobs.get(KEPT);
    const item = (await world.engine.dump('t')).find(({ SK }) => SK === 'SEARCHROWS');
    for (let at = 3; at < 300; at += 1) await steps.create(world, at);
    await load();
    expect(world.blobs.get(KEPT)).not.toBe(kept);
    await world.engine.client.put({ TableName: 't', Item: item });
    await load();
    expect(world.counted.all).toBe(3);
    await world.engine.close();
  });

  it('are the same list as long as nothing changed, and only what changed is read', async () => {
    const world = await startWorld();
    const load = world.load(world.engine.changesOf('t'));
    for (let at = 0; at < 5; at += 1) await steps.create(world, at);
    const first = await load(USER, new Date(world.state.ms), null);
    const second = await load(USER, new Date(world.state.ms + 20_000), first);
    expect(second.rows).toBe(first.rows);
    await steps.read(world, 2);
    const third = await load(USER, new Date(world.state.ms + 30_000), second);
    expect(third.rows.map(({ is_read }) => is_read)).toEqual([false, false, true, false, false]);
    expect(third.rows[0]).toBe(first.rows[0]);
    expect(world.counted).toEqual({ all: 1, entries: 1 });
    const untold = world.load(unknownChanges);
    const again = await untold(USER, new Date(world.state.ms + 35_000), third);
    expect(again.rows).toBe(third.rows);
    expect(world.counted.all).toBe(2);
    await world.engine.close();
  });

  it('stand in the same order at the same time, whichever was written first', async () => {
    const world = await startWorld();
    const load = world.load(world.engine.changesOf('t'));
    await steps.create(world, 3);
    const first = await load(USER, new Date(world.state.ms), null);
    // It is published three hours before it arrives, as the other one was.
    await steps.waitLong(world, 3);
    await steps.create(world, 6);
    const at = new Date(world.state.ms);
    const whole = await world.load(unknownChanges)(USER, at, null);
    expect(whole.rows.map(({ title }) => title)).toEqual(['Title 3', 'Title 6']);
    expect((await load(USER, at, first)).rows).toEqual(whole.rows);
    await world.engine.close();
  });

  it('are read whole if an entry that was written cannot be read', async () => {
    const world = await startWorld();
    const load = world.load(world.engine.changesOf('t'));
    await steps.create(world, 0);
    await steps.create(world, 1);
    const first = await load(USER, new Date(world.state.ms), null);
    const item = (await world.engine.dump('t')).find(({ SK }) => SK === `ENTRY#${idOf(1)}`);
    await world.engine.client.put({ TableName: 't', Item: { ...item, title: 'Other', reasons: 'broken' } });
    const second = await load(USER, new Date(world.state.ms), first);
    expect(second.rows.map(({ title }) => title)).toEqual(['Title 0', 'Other']);
    await world.engine.close();
  });
});
