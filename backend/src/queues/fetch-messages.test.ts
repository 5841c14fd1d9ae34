import { expect, it } from 'vitest';
import type { FetchMessage } from './messages.ts';
import { createHandleFetch, type FetchHandlers } from './fetch-messages.ts';

const message: FetchMessage = {
  kind: 'full_text',
  feed_id: '0123456789abcdef',
  articles: [{ article_id: '1234567890123456789' }, { article_id: '2234567890123456789' }],
};
const rest: FetchMessage = { ...message, articles: message.articles.slice(1) };
const crawl: FetchMessage = {
  kind: 'crawl',
  user_id: 'local',
  crawl_id: 'crawl0001',
  page_id: '0123456789abcdef',
  owner: 'worker1',
};

const noHandler = () => Promise.reject(new Error('not this kind'));
const workOff = async (handlers: Partial<FetchHandlers<string>>, given: FetchMessage = message) => {
  const sent: { messages: FetchMessage[]; delay: number | undefined }[] = [];
  const outcome = await createHandleFetch<string>({
    handlers: {
      feed: noHandler,
      full_text: noHandler,
      icon: noHandler,
      crawl: noHandler,
      past: noHandler,
      saved: noHandler,
      ...handlers,
    },
    sendFetch: async (messages, delay) => {
      sent.push({ messages, delay });
    },
  })(given, 'an-id');
  return { sent, outcome };
};

it('sends nothing for a message that is done', async () => {
  expect(await workOff({ full_text: () => Promise.resolve(null) })).toEqual({ sent: [], outcome: null });
});

it.each([
  [0, 0],
  [1, 0.001],
  [1001, 1.001],
  [30_000, 30],
  [900_001, 900],
  [86_400_000, 900],
  [-5, 0],
])('sends what is left after %d ms with a delay of %d s', async (wait_ms, delay) => {
  const { sent, outcome } = await workOff({
    full_text: () => Promise.resolve({ message: { ...message, articles: rest.articles }, wait_ms }),
  });
  expect(sent).toEqual([{ messages: [rest], delay }]);
  expect(outcome).toBeNull();
});

const feed: FetchMessage = {
  kind: 'feed',
  feed_id: '0123456789abcdef',
  url: 'https://a.example/feed',
  next_fetch_at: '2026-03-01T00:00:00Z',
  interval_minutes: 60,
};

it('returns the outcome of a feed, which is told the id of its message, and none of one that waits', async () => {
  const done = await workOff({ feed: async (_, id) => ({ outcome: `done by ${id}` }) }, feed);
  expect(done).toEqual({ sent: [], outcome: 'done by an-id' });
  const waits = await workOff({ feed: async (message) => ({ message, wait_ms: 1100 }) }, feed);
  expect(waits).toEqual({ sent: [{ messages: [feed], delay: 1.1 }], outcome: null });
});

it('gives each kind of message to its own handler', async () => {
  const seen: unknown[] = [];
  await workOff({ crawl: async (given) => (seen.push(given), null) }, crawl);
  expect(seen).toEqual([crawl]);
});

it('fails if its handler does or if the rest cannot be sent, so that the message comes again', async () => {
  await expect(workOff({ full_text: () => Promise.reject(new Error('the table fails')) })).rejects.toThrow(
    'the table',
  );
  const refused = createHandleFetch({
    handlers: {
      feed: noHandler,
      full_text: () => Promise.resolve({ message, wait_ms: 1 }),
      icon: noHandler,
      crawl: noHandler,
      past: noHandler,
      saved: noHandler,
    },
    sendFetch: () => Promise.reject(new Error('the queue is full')),
  });
  await expect(refused(message, 'an-id')).rejects.toThrow('the queue is full');
});
