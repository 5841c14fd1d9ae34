import type { SettingsOf } from '../config/env.ts';
import { scoreMessage } from '../queues/messages.ts';
import { createLeaveFeed } from '../feeds/leave-feed.ts';
import { createRecordOutcomes, createReportScored } from '../jobs/record-outcomes.ts';
import { createStartJob } from '../jobs/start-job.ts';
import { retentionIn } from '../model/reader/retention.ts';
import type { Embedder } from '../model/score/embedder.ts';
import { createFanOut } from '../scoring/fan-out.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import type { Base, Sends } from './adapters.ts';
import { countUnreadOf, scoringOf } from './base.ts';

export type ScoreAdapters = {
  base: Base;
  send: Pick<Sends, 'score' | 'jobs'>;
  embedder: Embedder;
  settings: SettingsOf<'score'>;
};

export const createScoreHandler = ({ base, send, embedder, settings }: ScoreAdapters): SqsHandler => {
  const { stores, now, newId, log } = base;
  const retention = retentionIn(settings);
  const fanOut = createFanOut({
    ...stores,
    sendScore: send.score,
    startJob: createStartJob({ ...stores, sendJob: send.jobs, now, newId }),
    ...scoringOf(base, embedder),
    leaveFeed: createLeaveFeed({ ...stores, sendScore: send.score, now, retention }),
    countUnread: countUnreadOf(base),
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
