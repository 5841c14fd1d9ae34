import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { longestWaitMs } from '../../../../src/web/turns/pace.ts';
import { hostTurnKey, timeToLiveAttribute } from '../../../../src/storage/table/keys.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { createHostStore } from '../../../../src/storage/host-store.ts';

const start = Date.UTC(2026, 2, 1, 8);
const at = (seconds: number) => new Date(start + seconds * 1000);
const newHost = () => `${randomUUID()}.example`;
const second = 1000;

/** The behaviour of this store that every engine must show. */
export const hostStoreContract = (table: () => TableClient): void => {
  describe('turns of hosts', () => {
    const taken = (next_ms = second) => ({ is_taken: true, next_ms });
    const refused = (wait_ms: number) => ({ is_taken: false, wait_ms });

    it('come once per delay, and those who are refused get places one after another', async () => {
      const hosts = createHostStore(table());
      const host = newHost();
      const ask = (seconds: number, delay = second) => hosts.takeTurn(host, at(seconds), delay);
      expect(await ask(0)).toEqual(taken());
      expect(await ask(0.2)).toEqual(refused(800));
      expect(await ask(0.2)).toEqual(refused(1800));
      expect(await ask(0.3, 30_000)).toEqual(refused(2700));
      expect(await ask(0.4)).toEqual(refused(32_600));
      expect(await ask(0.999)).toEqual(refused(1));
      expect(await ask(1)).toEqual(taken());
      expect(await ask(2, 30_000)).toEqual(taken(30_000));
      expect(await ask(31.999)).toMatchObject({ is_taken: false });
      expect(await ask(32)).toEqual(taken());
      expect(await hosts.takeTurn(newHost(), at(32), second)).toEqual(taken());
    });

    it('can be booked ahead: everybody else waits for the next', async () => {
      const hosts = createHostStore(table());
      const host = newHost();
      expect(await hosts.bookTurn(host, at(0), second)).toEqual({ wait_ms: 0 });
      expect(await hosts.bookTurn(host, at(0), second)).toEqual({ wait_ms: 1000 });
      expect(await hosts.bookTurn(host, at(0.5), second)).toEqual({ wait_ms: 1500 });
      expect(await hosts.takeTurn(host, at(2.9), second)).toEqual(refused(100));
      expect(await hosts.takeTurn(host, at(3), second)).toEqual(taken());
    });

    it('are taken once, however many ask at the same time', async () => {
      const hosts = createHostStore(table());
      const host = newHost();
      for (const seconds of [0, 1]) {
        const turns = await Promise.all(
          Array.from({ length: 5 }, () => hosts.takeTurn(host, at(seconds), second)),
        );
        expect(turns.filter(({ is_taken }) => is_taken)).toHaveLength(1);
      }
    });

    it('are never further ahead than messages can be put back, and survive a clock that was wrong', async () => {
      const hosts = createHostStore(table());
      const host = newHost();
      await hosts.takeTurn(host, at(0), second);
      for (let place = 0; place < 31; place += 1) await hosts.takeTurn(host, at(0), 30_000);
      expect(await hosts.takeTurn(host, at(0), second)).toEqual(refused(longestWaitMs));
      for (let turn = 0; turn < 31; turn += 1) await hosts.bookTurn(host, at(1), 30_000);
      expect(await hosts.bookTurn(host, at(1), 30_000)).toEqual({ wait_ms: longestWaitMs });
      expect(await hosts.takeTurn(host, at(-86_400), second)).toEqual(taken());
      expect(await hosts.takeTurn(host, at(-86_400), second)).toEqual(refused(second));
    });

    it('delete themselves an hour after the last change', async () => {
      const hosts = createHostStore(table());
      const host = newHost();
      await hosts.takeTurn(host, at(0.5), second);
      expect(await table().get(hostTurnKey(host))).toEqual({
        ...hostTurnKey(host),
        next_at: start + 1500,
        [timeToLiveAttribute]: start / 1000 + 3601,
      });
    });
  });
};
