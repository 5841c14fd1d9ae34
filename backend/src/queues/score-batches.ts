import { inBatches } from '../lib/in-batches.ts';
import type { ScoreMessage } from './messages.ts';

/** Number of articles in one message. */
const SCORE_BATCH = 50;

/** Returns the messages that send articles to scoring, with what each of them carries besides. */
export const scoreBatches = (
  articleIds: readonly string[],
  carried: Omit<ScoreMessage, 'article_ids'>,
): ScoreMessage[] =>
  inBatches([...articleIds], SCORE_BATCH).map((article_ids) => ({ ...carried, article_ids }));
