import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Crash } from '../../../test/harness/engines/crashing-table.ts';
import { skipsDynamoDbLocal, startDynamoDbLocal } from '../../../test/harness/engines/dynamodb-local.ts';
import { runs } from '../../../test/harness/property-runs.ts';
import { sampleTime, uniqueUser } from '../../../test/harness/samples/storage-samples.ts';
import { createSessionStore } from '../sign-in-stores.ts';
import { createProfileStore } from '../profile-store.ts';
import { createTokenStore } from '../token-store.ts';
import { formatKey, itemsOf, profileKey, sessionKey, sessionsOf, tokenKey, type Key } from '../table/keys.ts';
import { createTableClient, type TableClient } from '../table/table.ts';
import { accessItemsOf } from './access-items.ts';
import { FORMAT, NewerFormatError, readFormat, tellingFormat } from './format.ts';
import { createMovableTable } from './movable-table.ts';
import { upgradeTable, type UpgradeContext } from './upgrade-table.ts';

const TABLE = 'upgraded';
const log = { warn: () => {}, info: () => {} };

/** Lets several pieces of work make their calls one at a time, in an order of the test's choice. */
const createTurns = (choices: readonly number[]) => {
  const waiting: (() => Promise<void>)[] = [];
  let turn = 0;
  return {
    call:
      <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
      (...args: A): Promise<R> =>
        new Promise((resolve, reject) => {
          waiting.push(() => run(...args).then(resolve, reject));
        }),
    /** Gives turns until all of the work has ended. */
    run: async (work: Promise<unknown>[]): Promise<void> => {
      let isOver = false;
      const all = Promise.all(work).finally(() => (isOver = true));
      all.catch(() => {});
      for (; !isOver; await setImmediate()) {
        const [next] = waiting.splice((choices[turn++ % choices.length] ?? 0) % (waiting.length || 1), 1);
        await next?.();
      }
      await all;
    },
  };
};

type Turns = ReturnType<typeof createTurns>;

const tableBy = ({ call }: Turns, table: TableClient): TableClient => ({
  ...table,
  get: call(table.get),
  put: call(table.put),
  update: call(table.update),
  delete: call(table.delete),
  queryAll: call(table.queryAll),
});

/** The cut of a run: at which of its calls, and whether the call was made. */
type Cut = { at: number; isAfter: boolean };

/** Returns how a run calls the table if it is cut off. */
const cutting = ({ at, isAfter }: Cut) => {
  let calls = 0;
  return <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      calls += 1;
      if (calls >= at && !(isAfter && calls === at)) throw new Crash();
      const result = await run(...args);
      if (calls >= at) throw new Crash();
      return result;
    };
};

const whats = [
  'get',
  'use',
  'end',
  'list',
  'begin',
  'use token',
  'get token',
  'choose',
  'get choice',
] as const;
type Deed = { what: (typeof whats)[number]; of: number };

const deed: fc.Arbitrary<Deed> = fc.record({
  what: fc.constantFrom(...whats, 'use', 'choose'),
  of: fc.nat({ max: 1 }),
});
const cut: fc.Arbitrary<Cut> = fc.record({ at: fc.integer({ min: 1, max: 45 }), isAfter: fc.boolean() });
const world = fc.record({
  /** The format of the table before. */
  format: fc.constantFrom(1, 1, 2),
  /** For each reader, what was chosen for the preference under its former name; null for a profile without it. */
  chosen: fc.array(fc.option(fc.boolean()), { minLength: 2, maxLength: 2 }),
  readers: fc.array(fc.array(deed, { maxLength: 6 }), { minLength: 2, maxLength: 2 }),
  /** For each session of a reader, whether it was begun after the deployment. */
  isNew: fc.array(fc.boolean(), { minLength: 2, maxLength: 2 }),
  cuts: fc.array(fc.array(cut, { maxLength: 2 }), { minLength: 1, maxLength: 2 }),
  choices: fc.array(fc.nat({ max: 20 }), { minLength: 40, maxLength: 40 }),
});

const sessionOf = (user_id: string, session_id: string) => ({
  user_id,
  session_id,
  identity_id: 'f'.repeat(32),
  email: null,
  is_owner: true,
  device: 'Firefox on Linux',
  created_at: sampleTime(0),
  authenticated_at: null,
  last_seen_at: sampleTime(0),
  expires_at: '2099-01-01T00:00:00.000Z',
});
const tokenOf = (user_id: string, token_id: string) => ({
  user_id,
  token_id,
  name: 'a phone',
  scope: 'write' as const,
  created_at: sampleTime(0),
  last_used_at: null,
  fever_key: null,
});

/** Returns a profile as versions before format 4 had it. */
const formerProfile = (userId: string, like_saved: boolean | null) => ({
  ...profileKey(userId),
  created_at: sampleTime(0),
  theme: 'dark',
  ...(like_saved === null ? {} : { like_saved }),
});

describe.skipIf(skipsDynamoDbLocal)('an upgrade of a table of DynamoDB (needs Java 17)', () => {
  let engine: Awaited<ReturnType<typeof startDynamoDbLocal>>;
  let table: TableClient;
  beforeAll(async () => {
    engine = await startDynamoDbLocal();
    await engine.createTable(TABLE);
    table = createTableClient({ client: engine.client, tableName: TABLE });
  });
  afterAll(() => engine.close());

  const contextBy = (call: Turns['call'] = (run) => run): UpgradeContext => {
    const movable = createMovableTable(engine.dynamo, TABLE);
    return {
      log,
      hasTime: () => true,
      table: tableBy({ call, run: () => Promise.resolve() }, table),
      movable: { scanPage: call(movable.scanPage), move: call(movable.move) },
    };
  };

  /** Puts an item where versions before format 2 had it. */
  const putFormer = async (key: Key): Promise<void> => {
    const item = await table.get(key);
    await table.put({ ...item, ...key, PK: key.PK.replace('ACCESS#', 'USER#') });
    await table.delete(key);
  };

  /** Does what a reader does, one after the other, and compares each answer with what it must be. Returns what must be stored. */
  const read = async (
    userId: string,
    { deeds, chosen }: { deeds: readonly Deed[]; chosen: boolean | null },
    given: TableClient,
  ) => {
    const sessions = createSessionStore(accessItemsOf(given));
    const tokens = createTokenStore(accessItemsOf(given));
    const profiles = createProfileStore(given);
    let choice = chosen;
    const alive = new Map([0, 1].map((n) => [`${n}`, sessionOf(userId, `${n}`)]));
    let token: Omit<ReturnType<typeof tokenOf>, 'last_used_at'> & { last_used_at: string | null } = tokenOf(
      userId,
      't',
    );
    for (const [step, { what, of }] of deeds.entries()) {
      const id = `${of}`;
      const session = alive.get(id);
      const at = sampleTime(step + 1);
      switch (what) {
        case 'get':
          expect(await sessions.get(userId, id)).toEqual(session ?? null);
          break;
        case 'use': {
          const seen = { ...sessionOf(userId, id), ...session, last_seen_at: at };
          await sessions.setSeen(seen);
          if (session !== undefined) alive.set(id, seen);
          break;
        }
        case 'end':
          expect(await sessions.delete(userId, id)).toBe(alive.delete(id));
          break;
        case 'list':
          expect(new Set(await sessions.list(userId))).toEqual(new Set(alive.values()));
          break;
        case 'begin': {
          const begun = sessionOf(userId, `begun ${step}`);
          await sessions.put(begun);
          alive.set(begun.session_id, begun);
          break;
        }
        case 'use token':
          await tokens.setUsed(userId, 't', at);
          token = { ...token, last_used_at: at };
          break;
        case 'get token':
          expect(await tokens.get(userId, 't')).toEqual(token);
          break;
        case 'choose':
          choice = of === 1;
          expect(await profiles.setPreferences(userId, { learns: choice }, at)).toMatchObject({
            learns: choice,
          });
          break;
        case 'get choice':
          expect(await profiles.get(userId)).toMatchObject({ learns: choice ?? false, theme: 'dark' });
      }
    }
    return { alive, token, choice };
  };

  it(
    'loses and doubles nothing, brings nothing back, and shows readers what they have, wherever it is cut off',
    {
      tags: ['long'],
      timeout: 600_000,
    },
    async () => {
      await fc.assert(
        fc.asyncProperty(world, async ({ readers, format, chosen, isNew, cuts, choices }) => {
          await table.delete(formatKey);
          if (format > 1) await table.put({ ...formatKey, format });
          const users = readers.map(() => uniqueUser());
          for (const [at, user] of users.entries()) {
            for (const [n, isBegun] of isNew.entries()) {
              await createSessionStore(table).put(sessionOf(user, `${n}`));
              if (!isBegun && format === 1) await putFormer(sessionKey(user, `${n}`));
            }
            await createTokenStore(table).put(tokenOf(user, 't'));
            if (format === 1) await putFormer(tokenKey(user, 't'));
            await table.put(formerProfile(user, chosen[at] ?? null));
          }
          const turns = createTurns(choices);
          const upgrade = async (ofOne: readonly Cut[]) => {
            for (const at of ofOne) {
              const cutOff = cutting(at);
              const call: Turns['call'] = (run) => cutOff(turns.call(run));
              await upgradeTable(contextBy(call)).catch((error: unknown) => {
                if (!(error instanceof Crash)) throw error;
              });
            }
            expect(await upgradeTable(contextBy(turns.call))).toMatchObject({ is_upgraded: true });
          };
          const reading = users.map((user, n) =>
            read(
              user,
              { deeds: readers[n] ?? [], chosen: chosen[n] ?? null },
              tellingFormat(tableBy(turns, table)),
            ),
          );
          await turns.run([...cuts.map(upgrade), ...reading]);
          expect(await readFormat(table)).toBe(FORMAT);
          for (const [n, user] of users.entries()) {
            const { alive, token, choice } = await reading[n]!;
            const [profile, ...others] = await table.queryAll(itemsOf(user));
            expect(others).toEqual([]);
            expect(profile).not.toHaveProperty('like_saved');
            expect(profile?.['learns']).toBe(choice ?? undefined);
            expect(profile).toMatchObject({ ...profileKey(user), theme: 'dark', created_at: sampleTime(0) });
            expect(new Set(await createSessionStore(table).list(user))).toEqual(new Set(alive.values()));
            expect(await table.queryAll(sessionsOf(user))).toHaveLength(alive.size);
            expect(await createTokenStore(table).list(user)).toEqual([token]);
          }
        }),
        { numRuns: runs(100) },
      );
    },
  );

  it('ends where its time is up, and goes on there', async () => {
    await table.delete(formatKey);
    const user = uniqueUser();
    await createTokenStore(table).put(tokenOf(user, 't'));
    await putFormer(tokenKey(user, 't'));
    await table.put(formerProfile(user, true));
    expect(await upgradeTable({ ...contextBy(), hasTime: () => false })).toMatchObject({
      format: 1,
      is_upgraded: false,
      pages: 0,
    });
    const cutShort = (most: number) => {
      let pages = 0;
      return upgradeTable({ ...contextBy(), hasTime: () => ++pages <= most });
    };
    // Each of the two migrations of items reads four pages.
    expect(await cutShort(3)).toMatchObject({ format: 1, is_upgraded: false, pages: 3 });
    expect(await cutShort(3)).toMatchObject({ format: 2, is_upgraded: false, pages: 3 });
    expect(await upgradeTable(contextBy())).toMatchObject({ format: FORMAT, is_upgraded: true, pages: 2 });
    const { like_saved: learns, ...kept } = formerProfile(user, true);
    expect(await table.queryAll(itemsOf(user))).toEqual([{ ...kept, learns }]);
    const none = { is_upgraded: true, pages: 0, moved: 0, renamed: 0, write_units: 0 };
    expect(await upgradeTable(contextBy())).toMatchObject(none);
  });

  it('gives an attribute its new name in a unit for each KB, and looks for no sessions in their former place meanwhile', async () => {
    await table.put({ ...formatKey, format: 2 });
    const users = [true, false, null].map((like_saved) => formerProfile(uniqueUser(), like_saved));
    for (const profile of users) await table.put({ ...profile, name: 'é'.repeat(600) });
    expect(await tellingFormat(table).isUpgraded?.()).toBe(true);
    const upgraded = await upgradeTable(contextBy());
    expect(upgraded).toMatchObject({ format: FORMAT, moved: 0, renamed: 2, write_units: 4 });
    const found = await Promise.all(users.map((key) => table.get({ PK: key.PK, SK: key.SK })));
    expect(found.map((item) => item?.['learns'])).toEqual([true, false, undefined]);
  });

  it('refuses a table of a newer version, and so do the stores of one', async () => {
    await table.put({ ...formatKey, format: FORMAT + 1 });
    const upgrading = upgradeTable(contextBy());
    await expect(upgrading).rejects.toThrow(NewerFormatError);
    await expect(upgrading).rejects.toThrow(
      `format ${FORMAT + 1}; this version reads ${FORMAT}). Nothing was changed. Deploy the newer version`,
    );
    const stored = createSessionStore(accessItemsOf(tellingFormat(table)));
    await expect(stored.get('me', 's')).rejects.toThrow(NewerFormatError);
  });
});
