import { type SendJob, type SendScore, scoreMessage } from '../queues/messages.ts';
import { createLeaveFeed } from '../feeds/unsubscribe.ts';
import { createRecordOutcomes, createReportScored } from '../jobs/record-outcomes.ts';
import { createStartJob } from '../jobs/start-job.ts';
import type { Retention } from '../model/reader/retention.ts';
import type { Embedder } from '../model/score/embedder.ts';
import { createFanOut } from '../scoring/fan-out.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import { type Base, countUnreadOf, scoringOf } from './base.ts';

export type ScoreParts = Base & {
  sendScore: SendScore;
  sendJob: SendJob;
  embedder: Embedder;
  retention: Retention;
};

export const createScoreHandler = (parts: ScoreParts): SqsHandler => {
  const { stores, now, newId, log, sendScore, sendJob, embedder, retention } = parts;
  const fanOut = createFanOut({
    ...stores,
    sendScore,
    startJob: createStartJob({ ...stores, sendJob, now, newId }),
    ...scoringOf(parts, embedder),
    leaveFeed: createLeaveFeed({ ...stores, sendScore, now, retention }),
    countUnread: countUnreadOf(parts),
    now,
    log,
    retention,
  });
  const report = createReportScored(createRecordOutcomes({ ...stores, now }));
  return createSqsHandler({
    schema: scoreMessage,
    handle: async (message) => {
      await fanOut(message);
      await report(message.feed_id, message.job);
    },
    log,
  });
};
