import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { JobContext } from '../jobs/restart-job.ts';
import { startJob } from '../jobs/start-job.ts';
import type { Context } from '../model/context.ts';
import { COUNTED } from './learn.ts';
import type { Signal } from '../model/learning/learner.ts';

/** The endpoints that show what was learned from a reader, forget it, and tell whether the model answers. */
export const scoringEndpoints = (
  ctx: JobContext & Pick<Context, 'profiles' | 'learning' | 'waiting' | 'entries' | 'keywords'>,
): HandlersOf<'getLearned' | 'forgetLearned' | 'getModel'> => ({
  getLearned: async ({ reader: { user_id } }) => {
    const { profiles, learning } = ctx;
    const [profile, { learned }, signals, passed] = await Promise.all([
      profiles.get(user_id),
      learning.getLearned(user_id),
      learning.listSignals(user_id, COUNTED),
      learning.listPassed(user_id),
    ]);
    const count = (is: (signal: Signal) => boolean) => signals.filter(is).length;
    return {
      is_on: profile?.learns ?? false,
      up: count(({ opinion }) => opinion === 'up'),
      down: count(({ opinion }) => opinion === 'down'),
      saved: count(({ is_saved }) => is_saved),
      read_through: count(({ is_read_through }) => is_read_through),
      opened: learned?.opened ?? 0,
      passed: passed.length,
      learned_at: learned?.learned_at ?? null,
      is_in_use: (learned?.learner ?? null) !== null,
      is_due: (profile?.learn_due_at ?? null) !== null,
    };
  },
  forgetLearned: async ({ reader: { user_id } }) => {
    const { learning, now } = ctx;
    // Delete the signals before the new revision is stored: whoever learned from them meanwhile then has to begin again.
    await learning.forgetSignals(user_id);
    for (;;) {
      const { revision } = await learning.getLearned(user_id);
      const at = now().toISOString();
      const nothing = { learner: null, learned_at: at, opened: 0, forgotten_at: at };
      if (await learning.putLearned(user_id, nothing, revision)) break;
    }
    return startJob(ctx, user_id, 'recalculate');
  },
  /**
   * Tells whether the model answered. For a reader who waits for nothing it costs one read. Articles that their messages
   * scored meanwhile wait no more, even before the reader is taken off the list.
   */
  getModel: async ({ reader: { user_id } }) => {
    const { waiting, entries, keywords, now } = ctx;
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
