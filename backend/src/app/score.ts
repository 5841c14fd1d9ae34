import { z } from 'zod';
import { scoreMessage, waitingMessage } from '../queues/messages.ts';
import { reportScored } from '../jobs/record-outcomes.ts';
import { fanOut } from '../delivery/fan-out.ts';
import { newStoryMemory } from '../stories/find-stories.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import type { ContextOf } from './context.ts';
import { scoreWaiting } from '../scoring/score-waiting.ts';

export const createScoreHandler = (ctx: ContextOf['score']): SqsHandler => {
  const scoring = { ...ctx, storyMemory: newStoryMemory() };
  return createSqsHandler({
    ...ctx,
    schema: z.union([waitingMessage, scoreMessage]),
    handle: async (message) => {
      if ('waiting' in message) await scoreWaiting(ctx, message.waiting);
      else if (await fanOut(scoring, message)) await reportScored(ctx, message.feed_id, message.job);
    },
  });
};
