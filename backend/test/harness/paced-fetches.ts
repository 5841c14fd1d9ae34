import { createManualClock } from './manual-clock.ts';
import type { EmbeddedTable } from '../../src/local/table/local-table.ts';
import { createHandleFetch } from '../../src/queues/fetch-messages.ts';
import { fetchMessage, type FetchMessage } from '../../src/queues/messages.ts';
import type { Send } from '../../src/queues/outgoing.ts';
import { createSqsHandler } from '../../src/queues/sqs-handler.ts';
import { waitForTurn } from '../../src/refresh/request-document.ts';
import { createHostStore } from '../../src/storage/host-store.ts';
import { createTableClient } from '../../src/storage/table/table.ts';
import { takeTurn } from '../../src/web/turns/pace.ts';
import { silentLog } from './app.ts';

/** The message of a feed at this address. */
export const feedAt = (url: string): FetchMessage => ({
  kind: 'feed',
  feed_id: '0123456789abcdef',
  url,
  next_fetch_at: '2026-03-01T00:00:00.000Z',
  interval_minutes: 60,
});

/** The message of an icon, which stands for all pages: each takes the turn of its host and is sent again if it has not come. */
export const pageAt = (url: string): FetchMessage => ({
  kind: 'icon',
  feed_id: '0123456789abcdef',
  icon_hash: null,
  steps: [{ kind: 'image', url }],
  tried: [],
});

/** Milliseconds that a request takes. */
const FETCH_MS = 150;
const QUIET_TURNS = 10;

const otherKind = () => Promise.reject(new Error('no message of this kind was sent'));
// Feeds are asked without robots.txt.
const robotsFor = () => Promise.reject(new Error('robots.txt was asked for'));

/** The fetch queue's handler over the real turns of hosts, on a clock that stands still while anything is in work. */
export const createPacedFetches = (table: EmbeddedTable, tableName: string) => {
  const time = createManualClock();
  const { clock } = time;
  let pending = 0;
  const counted =
    <A extends unknown[], R>(run: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      pending += 1;
      try {
        return await run(...given);
      } finally {
        pending -= 1;
      }
    };
  const pass = (milliseconds: number): Promise<true> =>
    new Promise((resolve) => void clock.after(milliseconds, () => resolve(true)));
  const quiet = async (): Promise<void> => {
    for (let turns = 0; turns < QUIET_TURNS;) {
      await new Promise((resolve) => setImmediate(resolve));
      turns = pending === 0 ? turns + 1 : 0;
    }
  };

  let units = 0;
  const { get, update, ...others } = table.client;
  const client = { ...others, get: counted(get), update: counted(update) };
  const hosts = createHostStore(
    createTableClient({
      client,
      tableName,
      onConsumed: (operation, consumed) => (units += operation === 'UpdateItem' ? consumed : 0),
    }),
  );
  const pace = { hosts, settings: { FETCH_ALLOW_HOSTS: '' }, now: clock.now, pause: pass };
  const started = clock.now().getTime();
  /** Address -> the milliseconds after the start at which it was asked. */
  const fetched = new Map<string, number>();
  const fetchNow = async (url: string): Promise<void> => {
    fetched.set(url, clock.now().getTime() - started);
    await pass(FETCH_MS);
  };

  return {
    clock,
    pass,
    fetched,
    units: () => units,
    /** The messages of queues in the table, whose changes take no time. */
    rows: { ...table.queues, change: counted(table.queues.change) },
    now: () => clock.now().getTime() - started,
    /** Lets this many milliseconds pass. */
    advance: async (milliseconds: number): Promise<void> => {
      let left = milliseconds;
      for (;;) {
        await quiet();
        const next = time.nextTimer();
        if (next === null || next > left) break;
        await time.advance(next);
        left -= next;
      }
      await time.advance(left);
    },
    createHandler: (sendFetch: Send<'fetch'>) =>
      createSqsHandler({
        schema: fetchMessage,
        handle: createHandleFetch<null>({
          sendFetch,
          handlers: {
            feed: async (message) => {
              const wait_ms = await waitForTurn({ ...pace, robotsFor }, message);
              if (wait_ms > 0) return { message, wait_ms };
              await fetchNow(message.url);
              return { outcome: null };
            },
            icon: async (message) => {
              const url = message.steps[0]?.url ?? '';
              const turn = await takeTurn(pace, new URL(url).host);
              if (!turn.is_taken) return { message, wait_ms: turn.wait_ms };
              await fetchNow(url);
              return null;
            },
            full_text: otherKind,
            crawl: otherKind,
            past: otherKind,
            saved: otherKind,
          },
        }),
        log: silentLog,
      }),
  };
};

/** Returns the milliseconds between the requests for these addresses, as far as they were asked. */
export const gapsBetween = (fetched: ReadonlyMap<string, number>, urls: readonly string[]): number[] => {
  const times = urls.flatMap((url) => fetched.get(url) ?? []).toSorted((a, b) => a - b);
  return times.slice(1).map((at, index) => at - (times[index] ?? 0));
};
