import type { ScoreMessage, SendScore } from '../queues/messages.ts';
import { ModelUnavailableError } from '../scoring/errors.ts';

export type Failure = { article_id: string; error: Error };

/** The result of delivering a message to the subscribers that fit into it. */
type Delivered = {
  /** The last of these subscribers if there are more, who still wait. */
  last: string | undefined;
  failures: Failure[];
  isModelDown: boolean;
};

/** The messages to send. `isComplete` is true if none of them takes over what the message does for its fetch job. */
type Next = { messages: ScoreMessage[]; isComplete: boolean };

/**
 * Returns the messages that follow:
 *
 * - for the subscribers who still wait, one with the articles that did not fail;
 * - for each article that failed, one of its own with the reason, for the same subscribers and those who wait.
 *
 * If the message must be delivered again and nobody waits, throws the error. If somebody waits, two messages follow, one
 * for each side: each then fails by itself, and its repetitions do not send the others' message again and again.
 * @throws ModelUnavailableError, or the failure of the article that is alone in its message.
 */
const nextMessages = (
  message: ScoreMessage,
  { last, failures, isModelDown }: Delivered,
  model: string,
): Next => {
  const { job: _, ...own } = message;
  const error = isModelDown ? new ModelUnavailableError() : message.failure && failures[0]?.error;
  if (error !== undefined) {
    if (last === undefined) throw error;
    return {
      messages: [
        { ...own, until: last },
        { ...message, after: last },
      ],
      isComplete: false,
    };
  }
  const alone = failures.map(({ article_id, error: { message: reason } }) => ({
    ...own,
    article_ids: [article_id],
    failure: { model, reason },
  }));
  const failed = new Set(failures.map(({ article_id }) => article_id));
  const article_ids = message.article_ids.filter((articleId) => !failed.has(articleId));
  if (last === undefined || article_ids.length === 0) return { messages: alone, isComplete: true };
  return { messages: [...alone, { ...message, article_ids, after: last }], isComplete: false };
};

/** Sends the messages that follow. Returns false if one of them takes over what the message does for its fetch job. */
export type SendNext = (message: ScoreMessage, delivered: Delivered) => Promise<boolean>;

export const createSendNext =
  (sendScore: SendScore, model: string): SendNext =>
  async (message, delivered) => {
    const { messages, isComplete } = nextMessages(message, delivered, model);
    if (messages.length > 0) await sendScore(messages);
    return isComplete;
  };
