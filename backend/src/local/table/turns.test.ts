import { describe, expect, it } from 'vitest';
import { StorageFullError } from '../../lib/errors.ts';
import { ConditionFailedError } from './values.ts';
import { openRows, type Rows } from './rows.ts';
import { createTurns } from './local-table.ts';

const keyOf = (name: string) => ({ PK: 'P', SK: name });
const put = (rows: Rows, name: string) => rows.put(keyOf(name), { item: keyOf(name), size: 2 });
const stored = (rows: Rows) => rows.all().map(({ SK }) => SK);

const open = () => {
  const rows = openRows(':memory:');
  let transactions = 0;
  const nextTurn = createTurns((run) => {
    transactions += 1;
    rows.together(run);
  });
  return { rows, nextTurn, transactions: () => transactions };
};

describe('createTurns', () => {
  it('executes the requests of one turn in one transaction, and answers each', async () => {
    const { rows, nextTurn, transactions } = open();
    const requests = ['a', 'b', 'c'].map((name) =>
      nextTurn(() => {
        expect(rows.database.isTransaction).toBe(true);
        put(rows, name);
        return name;
      }),
    );
    expect(stored(rows)).toEqual([]);
    expect(await Promise.all(requests)).toEqual(['a', 'b', 'c']);
    expect([stored(rows), transactions(), rows.database.isTransaction]).toEqual([['a', 'b', 'c'], 1, false]);
  });

  it('executes a single request without an explicit transaction', async () => {
    const { rows, nextTurn, transactions } = open();
    await nextTurn(() => put(rows, 'a'));
    expect([stored(rows), transactions()]).toEqual([['a'], 0]);
  });

  it('commits the other requests if a condition refuses one', async () => {
    const { rows, nextTurn, transactions } = open();
    const outcomes = await Promise.allSettled([
      nextTurn(() => put(rows, 'a')),
      nextTurn(() => {
        throw new ConditionFailedError();
      }),
      nextTurn(() => put(rows, 'c')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect([stored(rows), transactions()]).toEqual([['a', 'c'], 1]);
  });

  it('commits the other requests, and no part of the one whose writes fail', async () => {
    const { rows, nextTurn } = open();
    const full = new StorageFullError('The disk is full');
    const outcomes = await Promise.allSettled([
      nextTurn(() => put(rows, 'a')),
      nextTurn(() =>
        rows.together(() => {
          put(rows, 'b');
          throw full;
        }),
      ),
      nextTurn(() => put(rows, 'c')),
    ]);
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: undefined },
      { status: 'rejected', reason: full },
      { status: 'fulfilled', value: undefined },
    ]);
    expect(stored(rows)).toEqual(['a', 'c']);
  });

  it('answers only after the commit, and repeats each request alone if the commit fails', async () => {
    const made: string[] = [];
    const nextTurn = createTurns((run) => {
      run();
      made.push('commit fails');
      throw new StorageFullError('The disk is full');
    });
    const request = (name: string) =>
      nextTurn(() => {
        made.push(name);
        return `${name} ${made.length}`;
      });
    expect(await Promise.all([request('a'), request('b')])).toEqual(['a 4', 'b 5']);
    expect(made).toEqual(['a', 'b', 'commit fails', 'a', 'b']);
  });

  it('puts a request that arrives during a turn into the next turn', async () => {
    const { rows, nextTurn } = open();
    let later: Promise<void> | undefined;
    await Promise.all([
      nextTurn(() => {
        later = nextTurn(() => put(rows, 'later'));
      }),
      nextTurn(() => expect(stored(rows)).toEqual([])),
    ]);
    await later;
    expect(stored(rows)).toEqual(['later']);
  });
});
