import { createLimiter, keyFor } from '../src/limits/limiter.ts';
import { createMemoryWindows, type WindowStore } from '../src/limits/windows.ts';
import { rateLimitRule } from '../src/limits/rate-class.ts';
import { createTableClient, type TableClient } from '../src/storage/table/table.ts';
import { createWindowStore } from '../src/storage/window-store.ts';
import { silentLog, startTestApp } from '../test/harness/app.ts';
import { startEmbedded } from '../test/harness/engines/embedded-engine.ts';
import { skipsDynamoDbLocal, startDynamoDbLocal } from '../test/harness/engines/dynamodb-local.ts';
import { rss, type FeedServer } from '../test/harness/servers/feed-server.ts';
import { functionUrlEvent, lambdaContext } from '../test/harness/api/function-url-event.ts';
import { unlimited } from '../test/harness/api/unlimited.ts';
import type { Report } from './report.ts';

const ROUNDS = 300;
const WARM_UP = 50;
/**
 * The simulated delay of each table answer in milliseconds, added to the engine's own time. Single digits are usual.
 */
const DISTANCE = 4;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * Returns a table client whose reads and updates take as long as in the cloud: `DISTANCE` on top of the local engine's
 * time.
 */
const farAway = (table: TableClient): TableClient => {
  const after =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const result = await call(...args);
      await new Promise((resolve) => setTimeout(resolve, DISTANCE));
      return result;
    };
  return {
    ...table,
    get: after(table.get),
    update: after(table.update),
    queryPage: after(table.queryPage),
    queryAll: after(table.queryAll),
    count: after(table.count),
    batchGet: after(table.batchGet),
  };
};

/** Compares a list of 50 through the whole API with and without its rate limiter, in alternation. */
export const benchLimits = async (server: FeedServer, report: Report): Promise<void> => {
  const app = await startTestApp({ startEngine: skipsDynamoDbLocal ? startEmbedded : startDynamoDbLocal });
  const { client, tableName } = app;
  const rule = rateLimitRule(10_000, 60);
  const limiterOver = (windows: WindowStore) =>
    createLimiter({
      windows,
      rules: {
        public_unauthenticated: rule,
        protected_unauthenticated: rule,
        public_authenticated: rule,
        protected_authenticated: rule,
        search: rule,
        feed_registration: rule,
        sign_in: rule,
        client: rule,
        hook: rule,
      },
      now: app.now,
      log: silentLog,
    });
  const items = Array.from({ length: 60 }, (_, n) => ({
    title: `The climate of the week, part ${n} of a longer series`,
    link: `https://site.example/2026/03/01/the-climate-of-the-week-${n}`,
    text: `<p>${`Sentence ${n} on what the climate of the week was like. `.repeat(20)}</p>`,
    date: new Date(Date.UTC(2026, 1, 1, n)).toISOString(),
  }));
  server.set('/limits', { body: rss(items) });
  await app.as('local').call('addFeed', { body: { url: server.url('/limits') } });
  await app.settle();

  const timed = async ({ api }: typeof app) => {
    const event = functionUrlEvent({ path: '/api/articles?filter=unread&limit=50' });
    const start = performance.now();
    const { statusCode } = await api(event, lambdaContext());
    if (statusCode !== 200) throw new Error(`the list answered ${statusCode}`);
    return (performance.now() - start) * 1000;
  };
  const compare = async (
    name: string,
    where: string,
    windows: WindowStore,
    wrapTable = (t: TableClient) => t,
  ) => {
    const without = await startTestApp({ over: app, wrapTable, limiter: unlimited });
    const limited = await startTestApp({ over: app, wrapTable, limiter: limiterOver(windows) });
    const times: { without: number[]; limited: number[] } = { without: [], limited: [] };
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      // Alternate the order: other load on the machine then affects both sides, and neither side always runs first.
      const pair = [
        { app: without, into: times.without },
        { app: limited, into: times.limited },
      ];
      for (const turn of round % 2 === 0 ? pair : pair.toReversed()) {
        const time = await timed(turn.app);
        if (round >= 0) turn.into.push(time);
      }
    }
    await limited.close();
    await without.close();
    const bare = median(times.without);
    // Take the median of the differences within each pair, so that intermittent load on the machine favours neither
    // side.
    const more = median(times.limited.map((time, round) => time - (times.without[round] ?? 0)));
    const percent = (more / bare) * 100;
    report(`list_us_${name}`, bare, `a list of 50, ${where}: ${Math.round(bare)} µs without rate limits`);
    report(`limiter_us_${name}`, more, `  ${Math.round(more)} µs more with them`);
    report(`limiter_percent_${name}`, percent, `  or ${percent.toFixed(1)} %`);
  };

  const limiter = limiterOver(createMemoryWindows());
  const key = keyFor('public_authenticated', { address: null, user_id: 'x', token_id: null, attempt: null });
  const calls = rule.attempts;
  const start = performance.now();
  for (let n = 0; n < calls; n++) await limiter('public_authenticated', key);
  const alone = ((performance.now() - start) * 1000) / calls;
  report(
    'limiter_us_alone',
    alone,
    `the limiter by itself, without a table: ${alone.toFixed(1)} µs a request`,
  );

  await compare('local', 'counted in memory as the local runner does', createMemoryWindows());
  let units = 0;
  const table = createTableClient({ client, tableName, onConsumed: (_, consumed) => (units += consumed) });
  const where = `counted in a table ${DISTANCE} ms away as a deployment does`;
  await compare('cloud', where, createWindowStore(farAway(table)), farAway);
  const perRequest = units / (ROUNDS + WARM_UP);
  report('limiter_write_units', perRequest, `  and ${perRequest.toFixed(2)} write units a request`);
  await app.close();
};
