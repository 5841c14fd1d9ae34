import { expect, it } from 'vitest';
import type { PageMessage } from './messages.ts';
import { createHandlePages, type PageHandlers } from './page-messages.ts';

const message: PageMessage = {
  kind: 'full_text',
  feed_id: '0123456789abcdef',
  articles: [{ article_id: '1234567890123456789' }, { article_id: '2234567890123456789' }],
};
const rest: PageMessage = { ...message, articles: message.articles.slice(1) };
const crawl: PageMessage = {
  kind: 'crawl',
  user_id: 'local',
  crawl_id: 'crawl0001',
  page_id: '0123456789abcdef',
  owner: 'worker1',
};

const noHandler = () => Promise.reject(new Error('not this kind'));
const workOff = async (handlers: Partial<PageHandlers>, given: PageMessage = message) => {
  const sent: { messages: PageMessage[]; delay: number | undefined }[] = [];
  await createHandlePages({
    handlers: {
      full_text: noHandler,
      icon: noHandler,
      crawl: noHandler,
      past: noHandler,
      saved: noHandler,
      ...handlers,
    },
    sendPages: async (messages, delay) => {
      sent.push({ messages, delay });
    },
  })(given);
  return sent;
};

it('sends nothing for a message that is done', async () => {
  expect(await workOff({ full_text: () => Promise.resolve(null) })).toEqual([]);
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
  const sent = await workOff({
    full_text: () => Promise.resolve({ message: { ...message, articles: rest.articles }, wait_ms }),
  });
  expect(sent).toEqual([{ messages: [rest], delay }]);
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
  const refused = createHandlePages({
    handlers: {
      full_text: () => Promise.resolve({ message, wait_ms: 1 }),
      icon: noHandler,
      crawl: noHandler,
      past: noHandler,
      saved: noHandler,
    },
    sendPages: () => Promise.reject(new Error('the queue is full')),
  });
  await expect(refused(message)).rejects.toThrow('the queue is full');
});
