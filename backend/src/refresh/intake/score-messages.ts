import type { JobRef, ScoreMessage } from '../../queues/messages.ts';
import { scoreBatches } from '../../queues/score-batches.ts';
import type { IdentifiedItem } from './identify.ts';
import type { IntakePlan } from './plan-intake.ts';

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
    scoreBatches(
      items.map(({ article_id }) => article_id),
      { feed_id: feedId, sent_at, ...more },
    );
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
