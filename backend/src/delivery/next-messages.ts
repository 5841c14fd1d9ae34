import { byBytes } from '../lib/lists.ts';
import { ModelUnavailableError } from '../model/score/embedder.ts';
import type { ScoreMessage } from '../queues/messages.ts';

export type Failure = { article_id: string; error: Error };

/** The result of delivering a message. */
export type Delivered = {
  /** The readers of the message, in the order of their ids. */
  readers: readonly { user_id: string }[];
  /** Number of them, from the first one on, whom it reached. */
  reached: number;
  /** The articles to which the rules of the last one of these did not come. */
  left: readonly string[];
  failures: readonly Failure[];
  isModelDown: boolean;
};

/** The messages to send. `isComplete` is true if none of them takes over what the message does for its fetch job. */
export type Next = { messages: ScoreMessage[]; isComplete: boolean };

/** Returns true if a message is for this reader, subscriber or not. */
const isFor = ({ user_id, after, until }: ScoreMessage, reader: string): boolean =>
  user_id === undefined
    ? (after === undefined || byBytes(reader, after) > 0) &&
      (until === undefined || byBytes(reader, until) <= 0)
    : user_id === reader;

/**
 * Gives the fetch job to the first message that is for the reader who waits for it: it tells them that articles have come, so it waits for
 * their own and not for those of others.
 */
const withJob = (messages: ScoreMessage[], job: ScoreMessage['job']): Next => {
  const heir = job === undefined ? undefined : messages.find((message) => isFor(message, job.user_id));
  return {
    messages: messages.map((message) => (message === heir ? { ...message, job } : message)),
    isComplete: heir === undefined,
  };
};

/** Returns one message for each part of the subscribers of a message, which `cuts` tells apart. */
export const messagesOfParts = (message: ScoreMessage, cuts: readonly string[]): Next => {
  const { job, ...own } = message;
  const starts = [own.after, ...cuts];
  const ends = [...cuts, own.until];
  return withJob(
    starts.map((after, at) => ({ ...own, after, until: ends[at] })),
    job,
  );
};

/** The ids of the last reader who was reached, and of the one before, if there are such readers. */
const lastIds = ({ readers, reached }: Delivered) => ({
  before: readers[reached - 2]?.user_id,
  last: readers[reached - 1]?.user_id,
});

/** Returns the messages of what was not delivered: what rules left of the last reader's articles, and all articles for those after that one. */
const undelivered = (own: ScoreMessage, outcome: Delivered): ScoreMessage[] => {
  const { readers, reached, left } = outcome;
  const { before, last } = lastIds(outcome);
  return [
    ...(left.length === 0
      ? []
      : [{ ...own, article_ids: [...left], after: before ?? own.after, until: last }]),
    ...(reached < readers.length ? [{ ...own, after: last }] : []),
  ];
};

/** Returns the messages that deliver again what was delivered. */
const delivered = (own: ScoreMessage, outcome: Delivered): ScoreMessage[] => {
  const { left } = outcome;
  const { before, last } = lastIds(outcome);
  if (left.length === 0) return [{ ...own, until: last }];
  const asked = own.article_ids.filter((id) => !left.includes(id));
  return [
    ...(before === undefined ? [] : [{ ...own, until: before }]),
    ...(asked.length === 0 ? [] : [{ ...own, article_ids: asked, after: before ?? own.after, until: last }]),
  ];
};

/** Returns the message of an article that failed, for the readers to whom it was delivered; none if there are no such readers. */
const alone = (own: ScoreMessage, outcome: Delivered, article_id: string): ScoreMessage[] => {
  const { readers, reached, left } = outcome;
  const { before, last } = lastIds(outcome);
  const message = { ...own, article_ids: [article_id] };
  if (left.includes(article_id)) return before === undefined ? [] : [{ ...message, until: before }];
  return [reached < readers.length ? { ...message, until: last } : message];
};

/**
 * Returns the messages that follow. Together they have what this one did not do, and each pair of a reader and an article once:
 *
 * - for the last reader, one with the articles to which the rules did not come;
 * - for the readers after that one, one with all articles;
 * - for each article that failed, one of its own with the reason, for the readers to whom it was delivered.
 *
 * If the message must be delivered again and nothing waits, throws the error. If something waits, messages follow for
 * what was delivered and for what waits: each then fails by itself, and its repetitions do not send the others again and again.
 * @throws ModelUnavailableError, or the failure of the article that is alone in its message.
 */
export const nextMessages = (message: ScoreMessage, outcome: Delivered, model: string): Next => {
  const { job, ...own } = message;
  const { failures, isModelDown } = outcome;
  const waiting = undelivered(own, outcome);
  const error = isModelDown ? new ModelUnavailableError() : message.failure && failures[0]?.error;
  if (error !== undefined) {
    if (waiting.length === 0) throw error;
    return withJob([...waiting, ...delivered(own, outcome)], job);
  }
  const failed = failures.flatMap(({ article_id, error: { message: reason } }) =>
    alone(own, outcome, article_id).map((one) => ({ ...one, failure: { model, reason } })),
  );
  const { messages, isComplete } = withJob(waiting, job);
  return { messages: [...messages, ...failed], isComplete };
};
