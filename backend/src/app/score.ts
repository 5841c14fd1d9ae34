import { queueTable } from '../queues/messages.ts';
import { reportScored } from '../jobs/record-outcomes.ts';
import { fanOut } from '../delivery/fan-out.ts';
import { newStoryMemory } from '../stories/find-stories.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import type { SettingsOf } from '../config/env.ts';
import type { AppContext, Base, SendsOf } from './context.ts';
import { scoreWaiting } from '../scoring/score-waiting.ts';

type ScoreContext = Base &
  SendsOf<'score'> &
  Pick<AppContext, 'embedder' | 'keywordMemory'> & { settings: SettingsOf<'score'> };

export const createScoreHandler = (ctx: ScoreContext): SqsHandler => {
  const scoring = { ...ctx, storyMemory: newStoryMemory() };
  return createSqsHandler({
    ...ctx,
    schema: queueTable.score.schema,
    handle: async (message) => {
      if ('waiting' in message) await scoreWaiting(ctx, message.waiting);
      else if (await fanOut(scoring, message)) await reportScored(ctx, message.feed_id, message.job);
    },
  });
};
