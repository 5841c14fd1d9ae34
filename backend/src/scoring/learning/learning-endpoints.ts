import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { JobContext } from '../../jobs/restart-job.ts';
import { startJob } from '../../jobs/start-job.ts';
import type { Context } from '../../model/context.ts';
import { COUNTED } from './learn.ts';
import type { Signal } from '../../model/learning/learning-store.ts';

/** The endpoints that show what was learned from a reader, and forget it. */
export const learningEndpoints = (
  ctx: JobContext & Pick<Context, 'profiles' | 'learning'>,
): HandlersOf<'getLearned' | 'forgetLearned'> => ({
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
      is_on: profile?.like_saved ?? false,
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
});
