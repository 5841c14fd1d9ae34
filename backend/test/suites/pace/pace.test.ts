import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestEngine } from '../../harness/engines/dynamodb-local.ts';
import { startEmbedded } from '../../harness/engines/embedded-engine.ts';
import { createHostStore } from '../../../src/storage/host-store.ts';
import { createTableClient } from '../../../src/storage/table/table.ts';
import { bookTurn, takeTurn, type PaceContext } from '../../../src/web/turns/pace.ts';

let engine: TestEngine;
let writes = 0;
let time = 0;
const pause = async (milliseconds: number) => {
  time += milliseconds;
  return true;
};
let ctx: PaceContext;

beforeAll(async () => {
  engine = await startEmbedded();
});
afterAll(() => engine.close());
beforeEach(async ({ task }) => {
  await engine.createTable(task.id);
  const onConsumed = (operation: string, units: number) => {
    if (operation === 'UpdateItem') writes += units;
  };
  const table = createTableClient({ client: engine.client, tableName: task.id, onConsumed });
  const settings = { FETCH_ALLOW_HOSTS: 'intranet.example,127.0.0.1:8081,plain.example:80' };
  const hosts = createHostStore(table);
  ctx = { hosts, settings, now: () => new Date(Date.UTC(2026, 2, 1) + time), pause };
  writes = 0;
  time = 0;
});

describe('the turn of a host', () => {
  it.each([
    ['a second by default', undefined, 1000],
    ['a second where less is asked for', 200, 1000],
    ['what robots.txt asks for', 5000, 5000],
    ['30 seconds at most', 60_000, 30_000],
  ])('comes again after %s', async (_, delay_ms, delay) => {
    const next_ms = delay + 100;
    expect(await takeTurn(ctx, 'a.example', delay_ms)).toEqual({ is_taken: true, next_ms });
    time = delay - 401;
    expect(await takeTurn(ctx, 'a.example')).toEqual({ is_taken: false, wait_ms: 501 });
    time = next_ms;
    expect(await takeTurn(ctx, 'a.example')).toMatchObject({ is_taken: true });
  });

  it('is waited for by whoever comes up to half a second early, and is then as far from the next as any', async () => {
    await takeTurn(ctx, 'a.example');
    time = 600;
    expect(await takeTurn(ctx, 'a.example')).toEqual({ is_taken: true, next_ms: 1100 });
    expect(time).toBe(1100);
    expect(await takeTurn(ctx, 'a.example')).toEqual({ is_taken: false, wait_ms: 1100 });
    time = 2190;
    expect(await takeTurn(ctx, 'a.example')).toEqual({ is_taken: true, next_ms: 1100 });
    expect(time).toBe(2200);
  });

  it('is one for all ports and schemes, and each host name has its own', async () => {
    expect(await takeTurn(ctx, 'a.example')).toMatchObject({ is_taken: true });
    expect(await takeTurn(ctx, 'a.example:8443')).toMatchObject({ is_taken: false });
    expect(await takeTurn(ctx, 'b.a.example')).toMatchObject({ is_taken: true });
    expect(await takeTurn(ctx, '[2001:db8::1]:8080')).toMatchObject({ is_taken: true });
    expect(await takeTurn(ctx, '[2001:db8::1]')).toMatchObject({ is_taken: false });
  });

  it.each(['intranet.example', 'intranet.example:8080', '127.0.0.1:8081', 'plain.example'])(
    'is always free, and costs nothing, at the exempt host %s',
    async (host) => {
      for (let request = 0; request < 3; request += 1) {
        expect(await takeTurn(ctx, host)).toEqual({ is_taken: true, next_ms: 0 });
        expect(await bookTurn(ctx, host)).toEqual({ wait_ms: 0 });
      }
      expect(writes).toBe(0);
    },
  );

  it('comes after the delay that is asked for at an exempt host too', async () => {
    expect(await takeTurn(ctx, '127.0.0.1:8081', 500)).toMatchObject({ is_taken: true });
    expect(await takeTurn(ctx, '127.0.0.1:8081', 500)).toEqual({
      is_taken: false,
      wait_ms: 600,
    });
    expect(await takeTurn(ctx, '127.0.0.1:8082')).toMatchObject({ is_taken: false });
  });

  it('costs one write unit when it is taken', async () => {
    await takeTurn(ctx, 'a.example');
    expect(writes).toBe(1);
    time = 1100;
    await takeTurn(ctx, 'a.example');
    expect(writes).toBe(2);
  });

  it('is booked by a request that cannot wait in a queue', async () => {
    expect(await takeTurn(ctx, 'a.example')).toMatchObject({ is_taken: true });
    expect(await bookTurn(ctx, 'a.example')).toEqual({ wait_ms: 1100 });
    time = 1100;
    expect(await takeTurn(ctx, 'a.example')).toEqual({ is_taken: false, wait_ms: 1100 });
  });
});
