import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { Clock } from '../../lib/clock.ts';
import type { EntryStore } from '../../model/article/entry.ts';
import type { WaitingStore } from '../../model/reader/waiting.ts';
import type { KeywordStore } from '../../model/score/keyword.ts';

type ModelEndpointDeps = {
  waiting: Pick<WaitingStore, 'get'>;
  entries: Pick<EntryStore, 'countUnscored'>;
  keywords: Pick<KeywordStore, 'list'>;
  now: Clock;
};

/**
 * Creates the endpoint that tells whether the model answered. For a reader who waits for nothing it costs one read.
 * Articles that their messages scored meanwhile wait no more, even before the reader is taken off the list.
 */
export const createModelEndpoint = ({
  waiting,
  entries,
  keywords,
  now,
}: ModelEndpointDeps): HandlersOf<'getModel'> => ({
  getModel: async ({ reader: { user_id } }) => {
    const reader = await waiting.get(user_id);
    if (reader === null) return { state: 'ok', away_since: null, waiting: 0 };
    const [count, known] = await Promise.all([
      entries.countUnscored(user_id, now().toISOString()),
      keywords.list(user_id),
    ]);
    const isWaiting = count > 0 || known.some(({ is_active, is_pending }) => is_active && is_pending);
    const isAway = isWaiting && reader.next_at === null;
    return { state: isAway ? 'away' : 'ok', away_since: isAway ? reader.since : null, waiting: count };
  },
});
