import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchableRow } from '../../../src/model/article/entry.ts';
import { readStoredRows, type KnownRows } from '../../../src/search/keep/stored-rows.ts';
import { createEntryStore } from '../../../src/storage/entries/entry-store.ts';
import {
  createEntryNotesStore,
  createSearchRowsStore,
  createNotedChanges,
  createNotedTable,
} from '../../../src/storage/entry-notes.ts';
import { createTableClient, type TableClient } from '../../../src/storage/table/table.ts';
import { silentLog } from '../../harness/app.ts';
import { startEmbedded } from '../../harness/engines/embedded-engine.ts';
import { atLeastMet, runs } from '../../harness/property-runs.ts';
import { memoryBlobs, sampleArticleId, sampleEntry } from '../../harness/samples/storage-samples.ts';

const USER = 'anna';
const START = Date.parse('2026-03-01T00:00:00.000Z');
const MINUTE_MS = 60_000;
const NOTED_FOR_LONG = { begun_at: START - 180 * MINUTE_MS, asked: 8, asked_from: START - 180 * MINUTE_MS };
/** As long as a function runs. */
const LONGEST_RUN_MS = 15 * MINUTE_MS;

/** A write that was begun, noted and not made yet. */
type Held = { until: number; land: () => void; done: Promise<unknown> };

/** A table that several processes write, none of which is told of the writes of the others. */
const startWorld = async () => {
  const engine = await startEmbedded();
  await engine.createTable('t');
  const table = createTableClient({ client: engine.client, tableName: 't' });
  const notes = createEntryNotesStore(table);
  const state = {
    ms: START,
    hold: null as Promise<void> | null,
    ends: null as 'before' | 'after' | null,
    noted: 0,
    all: 0,
  };
  const now = () => new Date(state.ms);
  /** The table as a process reaches it that may be slow, or end, between a note and its write. */
  const slow: TableClient = {
    ...table,
    put: async (item, condition) => {
      const { hold, ends } = state;
      if (ends === 'before') throw new Error('the process ended');
      await hold;
      const isWritten = await table.put(item, condition);
      if (ends === 'after') throw new Error('the process ended');
      return isWritten;
    },
  };
  const startProcess = () => ({
    entries: createEntryStore(createNotedTable(slow, { notes, now })),
    known: null as KnownRows | null,
  });
  const reading = createEntryStore(table);
  const deps = {
    entries: {
      ...reading,
      listSearchable: (userId: string) => {
        state.all += 1;
        return reading.listSearchable(userId);
      },
    },
    entryChanges: createNotedChanges({
      notes: {
        ...notes,
        listAfter: async (...asked) => {
          const found = await notes.listAfter(...asked);
          state.noted += found === null ? 0 : 1;
          return found;
        },
      },
      now,
    }),
    blobs: memoryBlobs().store,
    searchRows: createSearchRowsStore(table),
    log: silentLog,
  };
  const processes = [startProcess(), startProcess()];
  const live = (rows: Iterable<SearchableRow>) =>
    [...rows]
      .filter(({ expires_ms }) => expires_ms === null || expires_ms > state.ms)
      .toSorted((a, b) => (a.article_id < b.article_id ? -1 : 1));
  const search = async (at: number) => {
    const process = processes[at % 2]!;
    process.known = await readStoredRows(deps, USER, process.known);
    expect(live(process.known.stored.values())).toEqual(live(await reading.listSearchable(USER)));
  };
  return { engine, table, state, processes, startProcess, search, notes, held: [] as Held[] };
};

type World = Awaited<ReturnType<typeof startWorld>>;

const write = (world: World, at: number, number: number): Promise<unknown> => {
  const { entries } = world.processes[at % 2]!;
  const article_id = sampleArticleId(1 + (number % 5));
  const entry = sampleEntry({
    user_id: USER,
    article_id,
    title: `Title ${world.state.ms} ${number}`,
    expires_at: new Date(world.state.ms + 12 * 24 * 60 * MINUTE_MS).toISOString(),
  });
  if (number % 7 === 0) return entries.replaceWithTombstone(USER, article_id, 2_000_000_000);
  if (number % 7 < 4)
    return entries.change(USER, article_id, (stored) => ({ ...stored, is_read: !stored.is_read }));
  return entries.create(entry, true);
};

/** Makes the writes that were begun so long ago that their process must end. */
const landBefore = async ({ held }: World, ms: number): Promise<void> => {
  for (const each of held.filter(({ until }) => until <= ms)) {
    each.land();
    await each.done;
  }
  held.splice(0, Infinity, ...held.filter(({ until }) => until > ms));
};

const steps = {
  write,
  'write late': async (world: World, at: number, number: number) => {
    let land = (): void => {};
    world.state.hold = new Promise((resolve) => {
      land = resolve;
    });
    const done = write(world, at, number);
    // Until the write waits for the promise of this step.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    world.state.hold = null;
    world.held.push({ until: world.state.ms + LONGEST_RUN_MS, land, done });
  },
  'end around a write': async (world: World, at: number, number: number) => {
    world.state.ends = number % 2 === 0 ? 'before' : 'after';
    await write(world, at, number).catch(() => null);
    world.state.ends = null;
    world.processes[at % 2] = { ...world.startProcess() };
  },
  land: (world: World) => landBefore(world, Infinity),
  wait: async (world: World, _: number, number: number) => {
    const minutes = [0.2, 4, 10, 15, 30, 90, 9 * 24 * 60][number % 7]!;
    await landBefore(world, world.state.ms + minutes * MINUTE_MS);
    world.state.ms += minutes * MINUTE_MS;
    // What has expired is deleted, which nobody notes: its reader does not see it since before.
    await world.engine.expire('t', new Date(world.state.ms), async () => {});
  },
  restart: async (world: World, at: number) => {
    world.processes[at % 2] = world.startProcess();
  },
  'stop searching': async (world: World) => world.notes.end(USER),
  search: (world: World, at: number) => world.search(at),
} satisfies Record<string, (world: World, at: number, number: number) => Promise<unknown>>;

const named = (...names: (keyof typeof steps)[]) => fc.constantFrom(...names);
const step = fc.tuple(
  fc.oneof(
    { weight: 5, arbitrary: named('search') },
    { weight: 4, arbitrary: named('write', 'write late') },
    { weight: 3, arbitrary: named('wait') },
    { weight: 2, arbitrary: named('end around a write', 'land', 'restart') },
    { weight: 1, arbitrary: named('stop searching') },
  ),
  fc.nat(1),
  fc.nat(34),
);

describe('the rows of a reader whose entries several processes write', () => {
  it('lack no write after any history, also of writes that end late, or never', async () => {
    let noted = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), fc.nat(3), async (history, begun) => {
        const world = await startWorld();
        // In most histories writes have been noted for long.
        if (begun > 0) await world.notes.put(USER, NOTED_FOR_LONG);
        for (const [name, at, number] of history) await steps[name](world, at, number);
        await landBefore(world, Infinity);
        for (const at of [0, 1]) await world.search(at);
        noted += world.state.noted;
        await world.engine.close();
      }),
      { numRuns: runs(200) },
    );
    expect(noted).toBeGreaterThanOrEqual(atLeastMet(100));
  });

  it('are noted from the eighth time of a day on that all of them had to be read', async () => {
    const world = await startWorld();
    for (let search = 0; search < 7; search += 1) await world.search(0);
    await steps.wait(world, 0, 6);
    for (let search = 0; search < 7; search += 1) await world.search(search);
    expect(await world.notes.get(USER)).toMatchObject({ begun_at: null, asked: 7 });
    await world.search(0);
    expect(await world.notes.get(USER)).toMatchObject({ begun_at: world.state.ms });
    expect(world.state.all).toBe(15);
  });

  it('are read by the notes alone once all processes make them', async () => {
    const world = await startWorld();
    await steps.write(world, 0, 4);
    await world.notes.put(USER, { ...NOTED_FOR_LONG, begun_at: START });
    await world.search(0);
    await steps.wait(world, 0, 5);
    await world.search(0);
    await steps.write(world, 1, 5);
    await world.search(0);
    world.processes[0] = world.startProcess();
    await world.search(0);
    expect(world.state.all).toBe(2);
    await world.engine.close();
  });

  it('are all read after a process wrote so many that it noted any entry', async () => {
    const world = await startWorld();
    await world.notes.put(USER, NOTED_FOR_LONG);
    await world.search(0);
    const before = (await world.engine.dump('t')).length;
    for (let number = 0; number < 300; number += 1)
      await world.processes[1]!.entries.create(
        sampleEntry({ user_id: USER, article_id: sampleArticleId(100 + number) }),
      );
    // 300 entries, 50 notes of one, one of any.
    expect((await world.engine.dump('t')).length - before).toBe(351);
    await world.search(0);
    expect(world.state.all).toBe(2);
    await world.engine.close();
  });

  it('cost readers who do not search one read an hour in each process, and no write', async () => {
    const world = await startWorld();
    let asked = 0;
    const notes = {
      ...world.notes,
      get: (userId: string) => {
        asked += 1;
        return world.notes.get(userId);
      },
    };
    const entries = createEntryStore(
      createNotedTable(world.table, { notes, now: () => new Date(world.state.ms) }),
    );
    for (let number = 0; number < 50; number += 1) {
      await entries.create(sampleEntry({ user_id: USER, article_id: sampleArticleId(number) }));
      world.state.ms += MINUTE_MS;
    }
    expect(asked).toBe(1);
    expect(await world.engine.dump('t')).toHaveLength(50);
    await world.engine.close();
  });
});
