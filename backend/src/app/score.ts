import { z } from 'zod';
import type { SettingsOf } from '../config/env.ts';
import { scoreMessage, waitingMessage } from '../queues/messages.ts';
import { createLeaveFeed } from '../feeds/leave-feed.ts';
import { createRecordOutcomes, createReportScored } from '../jobs/record-outcomes.ts';
import { createStartJob } from '../jobs/start-job.ts';
import { retentionIn } from '../model/reader/retention.ts';
import type { Embedder } from '../model/score/embedder.ts';
import { createDeliver } from '../scoring/fan-out/deliver.ts';
import { createFoldEntry } from '../scoring/fan-out/fold-entry.ts';
import { createCountMatches, createLoadRules } from '../scoring/fan-out/reader-rules.ts';
import { createCreateEntry } from '../scoring/fan-out/ruled-entry.ts';
import { createRenewCopy } from '../scoring/fan-out/renew-copy.ts';
import { createFanOut } from '../scoring/fan-out/fan-out.ts';
import { createSendNext } from '../scoring/fan-out/next-messages.ts';
import { createWriteEntries } from '../scoring/fan-out/write-entries.ts';
import { createFindStories } from '../scoring/stories/find-stories.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import type { Base, Sends } from './parts/adapters.ts';
import { createLoadSourceFactors } from '../scoring/source-factors.ts';
import { createScoreWaiting, type ScoreWaiting } from '../scoring/waiting/score-waiting.ts';
import { createScoreUnscored } from '../scoring/waiting/score-unscored.ts';
import { countUnreadOf, leavePageOf, scoringOf } from './parts/base.ts';

export type ScoreAdapters = {
  base: Base;
  send: Pick<Sends, 'score' | 'jobs'>;
  embedder: Embedder;
  settings: SettingsOf<'score'>;
};

/** Returns the function that scores what waits of a reader once the model answers again. */
const scoreWaitingOf = (
  base: Base,
  send: ScoreAdapters['send'],
  scoring: ReturnType<typeof scoringOf>,
): ScoreWaiting => {
  const { stores, now, newId } = base;
  return createScoreWaiting({
    ...base,
    ...stores,
    scoreSlice: createScoreUnscored({
      ...stores,
      ...scoring,
      loadSourceFactors: createLoadSourceFactors(stores),
      now,
    }),
    startJob: createStartJob({ ...stores, sendJob: send.jobs, now, newId }),
    sendScore: send.score,
    model: scoring.model,
  });
};

export const createScoreHandler = ({ base, send, embedder, settings }: ScoreAdapters): SqsHandler => {
  const { stores, now, newId, log } = base;
  const retention = retentionIn(settings);
  const scoring = scoringOf(base, embedder);
  const { model, ensureVectors, loadKeywords } = scoring;
  const deliver = createDeliver({
    ...stores,
    loadKeywords,
    writeEntries: createWriteEntries({
      ...stores,
      createEntry: createCreateEntry(stores),
      rules: { load: createLoadRules(stores), countMatches: createCountMatches({ ...stores, now, log }) },
      foldEntry: createFoldEntry(stores),
      renewCopy: createRenewCopy(stores),
      retention,
    }),
    startJob: createStartJob({ ...stores, sendJob: send.jobs, now, newId }),
    leaveFeed: createLeaveFeed(leavePageOf(base, send.score, retention)),
    countUnread: countUnreadOf(base),
    model,
  });
  const fanOut = createFanOut({
    ...stores,
    ensureVectors,
    findStories: createFindStories({ ...stores, now, log }),
    deliver,
    sendNext: createSendNext(send.score, model),
    articleDays: retention.article_days,
    now,
    log,
  });
  const scoreWaiting = scoreWaitingOf(base, send, scoring);
  const report = createReportScored(createRecordOutcomes({ ...stores, now }));
  return createSqsHandler({
    schema: z.union([waitingMessage, scoreMessage]),
    handle: async (message) => {
      if ('waiting' in message) await scoreWaiting(message.waiting);
      else if (await fanOut(message)) await report(message.feed_id, message.job);
    },
    log,
  });
};
