import { inBatches } from '../../lib/in-batches.ts';
import type { JobRef, ScoreMessage } from '../../queues/messages.ts';
import type { IdentifiedItem } from './identify.ts';
import type { IntakePlan } from './plan-intake.ts';

/** Number of articles in one message. */
const SCORE_BATCH = 50;

type Request = { feedId: string; job?: JobRef | undefined; newSubscriber?: string | undefined };
type Figures = Omit<NonNullable<ScoreMessage['job']>, keyof JobRef>;

/**
 * Returns the messages that send a plan's articles to scoring: those admitted, those updated, and those for a new
 * subscriber alone. The last message carries the reference of the job with the figures of this fetch, so that the job
 * learns of them once the entries are written.
 */
export const scoreMessages = (
  { admit, update, show }: IntakePlan,
  { feedId, job, newSubscriber }: Request,
  { new_articles, total, unchanged, left_out, unprocessable }: Figures,
  now: Date,
): ScoreMessage[] => {
  const sent_at = now.toISOString();
  const batches = (items: IdentifiedItem[], more: Partial<ScoreMessage>): ScoreMessage[] =>
    inBatches(items, SCORE_BATCH).map((batch) => ({
      feed_id: feedId,
      article_ids: batch.map(({ article_id }) => article_id),
      sent_at,
      ...more,
    }));
  const messages = [
    ...batches(admit, newSubscriber === undefined ? {} : { new_subscriber: newSubscriber }),
    ...batches(update, { is_update: true }),
    ...batches(show, newSubscriber === undefined ? {} : { user_id: newSubscriber }),
  ];
  const figures = { new_articles, total, unchanged, left_out, unprocessable };
  const last = messages.at(-1);
  return last === undefined || job === undefined
    ? messages
    : [...messages.slice(0, -1), { ...last, job: { ...job, ...figures } }];
};
