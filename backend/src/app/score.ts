import { z } from 'zod';
import { scoreMessage, waitingMessage } from '../queues/messages.ts';
import { createLeaveFeed } from '../feeds/leave-feed.ts';
import { reportScored } from '../jobs/record-outcomes.ts';
import { retentionIn } from '../model/reader/retention.ts';
import { createDeliver } from '../delivery/deliver.ts';
import { createFoldEntry } from '../delivery/fold-entry.ts';
import { createCountMatches, createLoadRules } from '../delivery/reader-rules.ts';
import { createCreateEntry } from '../delivery/ruled-entry.ts';
import { createRenewCopy } from '../delivery/renew-copy.ts';
import { createFanOut } from '../delivery/fan-out.ts';
import { createSendNext } from '../delivery/next-messages.ts';
import { createWriteEntries } from '../delivery/write-entries.ts';
import { createFindStories } from '../stories/find-stories.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import type { ContextOf } from './context.ts';
import { createLoadSourceFactors } from '../scoring/source-factors.ts';
import { createScoreWaiting, type ScoreWaiting } from '../scoring/waiting/score-waiting.ts';
import { createScoreUnscored } from '../scoring/waiting/score-unscored.ts';
import { countUnreadOf, leavePageOf, scoringOf } from './base.ts';

/** Returns the function that scores what waits of a reader once the model answers again. */
const scoreWaitingOf = (ctx: ContextOf['score'], scoring: ReturnType<typeof scoringOf>): ScoreWaiting => {
  return createScoreWaiting({
    ...ctx,
    scoreSlice: createScoreUnscored({
      ...ctx,
      ...scoring,
      loadSourceFactors: createLoadSourceFactors(ctx),
    }),
    model: scoring.model,
  });
};

export const createScoreHandler = (ctx: ContextOf['score']): SqsHandler => {
  const retention = retentionIn(ctx.settings);
  const scoring = scoringOf(ctx);
  const { model, ensureVectors, loadKeywords } = scoring;
  const deliver = createDeliver({
    ...ctx,
    loadKeywords,
    writeEntries: createWriteEntries({
      ...ctx,
      createEntry: createCreateEntry(ctx),
      rules: { load: createLoadRules(ctx), countMatches: createCountMatches(ctx) },
      foldEntry: createFoldEntry(ctx),
      renewCopy: createRenewCopy(ctx),
      retention,
    }),
    leaveFeed: createLeaveFeed(leavePageOf(ctx, retention)),
    countUnread: countUnreadOf(ctx),
    model,
  });
  const fanOut = createFanOut({
    ...ctx,
    ensureVectors,
    findStories: createFindStories(ctx),
    deliver,
    sendNext: createSendNext(ctx.sendScore, model),
    articleDays: retention.article_days,
  });
  const scoreWaiting = scoreWaitingOf(ctx, scoring);
  return createSqsHandler({
    ...ctx,
    schema: z.union([waitingMessage, scoreMessage]),
    handle: async (message) => {
      if ('waiting' in message) await scoreWaiting(message.waiting);
      else if (await fanOut(message)) await reportScored(ctx, message.feed_id, message.job);
    },
  });
};
