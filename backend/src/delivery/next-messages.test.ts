import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/harness/property-runs.ts';
import { byBytes } from '../lib/lists.ts';
import { ModelUnavailableError } from '../model/score/embedder.ts';
import type { ScoreMessage } from '../queues/messages.ts';
import { messagesOfParts, nextMessages } from './next-messages.ts';

const IDS = ['', 'a', 'a#', 'aa', 'b', 'c', '\u{ff5e}', '\u{1f600}', '\u{1f601}'];
const ARTICLES = ['1', '2', '3', '4'];
const job = { job_id: 'job', part: 0, new_articles: 1, total: null, unchanged: null, left_out: 0 };
const sent_at = '2026-03-01T08:00:00.000Z';

const isFor = ({ after, until }: ScoreMessage, id: string): boolean =>
  (after === undefined || byBytes(id, after) > 0) && (until === undefined || byBytes(id, until) <= 0);

/** Returns how many of the messages bring an article to a reader. */
const timesIn = (messages: ScoreMessage[], id: string, article: string): number =>
  messages.filter((message) => isFor(message, id) && message.article_ids.includes(article)).length;

const anyMessage = fc
  .record({
    bounds: fc.tuple(fc.option(fc.nat(8)), fc.option(fc.nat(8))),
    count: fc.integer({ min: 1, max: 4 }),
    waiting: fc.option(fc.constantFrom(...IDS)),
  })
  .map(({ bounds: [after, until], count, waiting }): ScoreMessage => ({
    feed_id: 'feed',
    article_ids: ARTICLES.slice(0, count),
    sent_at,
    ...(after === null ? {} : { after: IDS[after] }),
    ...(until === null ? {} : { until: IDS[until] }),
    ...(waiting === null ? {} : { job: { ...job, user_id: waiting, unprocessable: 0 } }),
  }));

const anyOutcome = anyMessage
  .map((message) => ({ message, ids: IDS.filter((id) => isFor(message, id)) }))
  .filter(({ ids }) => ids.length > 0)
  .chain(({ message, ids }) =>
    fc.record({
      message: fc.constant(message),
      // Those who are missing among the readers are paused.
      readers: fc.subarray(ids, { minLength: 1 }),
      reached: fc.integer({ min: 1, max: ids.length }),
      left: fc.nat(message.article_ids.length),
      failed: fc.subarray(message.article_ids),
      isModelDown: fc.boolean(),
    }),
  );

describe('the messages that follow one', () => {
  it('have what was not delivered, and what must be again, each article for each reader once', () => {
    fc.assert(
      fc.property(anyOutcome, ({ message, readers, failed, isModelDown, ...rest }) => {
        const reached = Math.min(rest.reached, readers.length);
        const left = message.article_ids.slice(message.article_ids.length - rest.left);
        const isDelivered = (id: string, article: string): boolean => {
          const at = readers.indexOf(id);
          return at < reached - 1 || (at === reached - 1 && !left.includes(article));
        };
        const failures = failed.map((article_id) => ({ article_id, error: new Error('refused') }));
        const outcome = {
          readers: readers.map((user_id) => ({ user_id })),
          reached,
          left,
          failures,
          isModelDown,
        };
        // Then the message itself comes again.
        fc.pre(!isModelDown || reached < readers.length || left.length > 0);
        const { messages, isComplete } = nextMessages(message, outcome, 'model');
        for (const id of readers)
          for (const article of message.article_ids) {
            const isDone = isDelivered(id, article) && !isModelDown && !failed.includes(article);
            expect([id, article, timesIn(messages, id, article)]).toEqual([id, article, isDone ? 0 : 1]);
          }
        for (const id of IDS.filter((one) => !isFor(message, one)))
          for (const article of ARTICLES) expect(timesIn(messages, id, article)).toBe(0);

        const withJob = messages.filter((one) => one.job !== undefined);
        expect(withJob).toHaveLength(message.job === undefined || isComplete ? 0 : 1);
        const user = message.job?.user_id ?? '';
        expect(withJob.every((one) => isFor(one, user))).toBe(true);
        const lacks = readers.includes(user)
          ? message.article_ids.filter((article) => !isDelivered(user, article))
          : [];
        const isLate = message.job !== undefined && lacks.length > 0;
        const waitsForAll = lacks.every((article) => withJob[0]?.article_ids.includes(article));
        expect(!isLate || (!isComplete && waitsForAll)).toBe(true);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('are parts of the subscribers, each of them in one part, and the job is with its reader', () => {
    fc.assert(
      fc.property(anyMessage, fc.subarray(IDS), (message, some) => {
        const cuts = some.filter((id) => isFor(message, id) && id !== message.until);
        const { messages, isComplete } = messagesOfParts(message, cuts);
        expect(messages).toHaveLength(cuts.length + 1);
        for (const id of IDS)
          for (const article of message.article_ids)
            expect(timesIn(messages, id, article)).toBe(isFor(message, id) ? 1 : 0);
        const user = message.job?.user_id;
        const isHere = user !== undefined && isFor(message, user);
        expect(messages.filter((one) => one.job !== undefined)).toHaveLength(isHere ? 1 : 0);
        expect(isComplete).toBe(!isHere);
      }),
      { numRuns: runs(500) },
    );
  });

  it('are none if all is delivered and the model is down, or the article that is alone in its message fails again', () => {
    const down = { readers: [{ user_id: 'a' }], reached: 1, left: [], failures: [], isModelDown: true };
    const several = { feed_id: 'feed', article_ids: ['1', '2'], sent_at };
    expect(() => nextMessages(several, down, 'model')).toThrow(ModelUnavailableError);
    const message = {
      feed_id: 'feed',
      article_ids: ['1'],
      sent_at,
      failure: { model: 'model', reason: 'x' },
    };
    const failures = [{ article_id: '1', error: new Error('refused again') }];
    const outcome = { readers: [{ user_id: 'a' }], reached: 1, left: [], failures, isModelDown: false };
    expect(() => nextMessages(message, outcome, 'model')).toThrow('refused again');
  });
});
