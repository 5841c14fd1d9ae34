import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import {
  defaultPreferences,
  preferenceChoices,
  PREFERENCES_VERSION,
  scoringPreferences,
  type PreferenceChoices,
  type Preferences,
} from '../contract/index.ts';
import type { JobContext } from '../jobs/restart-job.ts';
import { startJob } from '../jobs/start-job.ts';
import { invalidInput } from '../lib/errors.ts';
import type { Context } from '../model/context.ts';
import { retentionIn, within, type Retention, type RetentionSettings } from '../model/article/expiry.ts';

const fields = ['article_days', 'read_hours'] as const;

/** Checks that the retention is within the bounds. Throws VALIDATION_FAILED, which names the field and its bound. */
const checkRetention = (retention: Retention | null | undefined, bounds: Retention): void => {
  if (retention === null || retention === undefined) return;
  for (const field of fields)
    if (retention[field] > bounds[field])
      throw invalidInput(`retention.${field}`, `must be at most ${bounds[field]}, the limit of this service`);
};

/**
 * Returns a reader's preferences in the form of the API; null stands for a reader who set none. A stored retention that
 * now exceeds the deployment's bounds is reduced to them.
 */
export const preferencesToWire = (
  stored: PreferenceChoices | null,
  bounds: Retention,
  owned: Owned,
): Preferences => {
  const { retention, ...chosen } = preferenceChoices.parse(stored ?? defaultPreferences);
  return {
    ...chosen,
    version: PREFERENCES_VERSION,
    retention: retention === null ? null : within(retention, bounds),
    retention_bounds: bounds,
    ...owned,
  };
};

/** Says whether the reader has tags and highlights, because the sidebar shows their lists only then. */
type Owned = Pick<Preferences, 'has_tags' | 'has_highlights'>;

/** Reads the tags and one highlight. */
export const readOwned = async (
  { tags, highlights }: Pick<Context, 'tags' | 'highlights'>,
  userId: string,
): Promise<Owned> => {
  const [names, { items }] = await Promise.all([tags.list(userId), highlights.list(userId, null, 1)]);
  return { has_tags: names.length > 0, has_highlights: items.length > 0 };
};

type PreferencesContext = JobContext &
  Pick<Context, 'profiles' | 'learning' | 'tags' | 'highlights'> & {
    settings: RetentionSettings;
  };

const presentPreferences = async (ctx: PreferencesContext, userId: string): Promise<Preferences> => {
  const [profile, owned] = await Promise.all([ctx.profiles.get(userId), readOwned(ctx, userId)]);
  return preferencesToWire(profile, retentionIn(ctx.settings), owned);
};

export const preferencesEndpoints = (
  ctx: PreferencesContext,
): HandlersOf<'getPreferences' | 'updatePreferences'> => ({
  getPreferences: ({ reader: { user_id } }) => presentPreferences(ctx, user_id),
  updatePreferences: async ({ reader: { user_id }, body }) => {
    const bounds = retentionIn(ctx.settings);
    checkRetention(body.retention, bounds);
    if (Object.keys(body).length === 0) return presentPreferences(ctx, user_id);
    const profile = await ctx.profiles.setPreferences(user_id, body, ctx.now().toISOString());
    // Delete what was learned now. The job that the change starts removes it from the scores.
    if (body.learns === false) await ctx.learning.forget(user_id);
    // Start the job even if the value did not change: the call that set it may have been interrupted here.
    if (scoringPreferences.some((name) => body[name] !== undefined))
      await startJob(ctx, user_id, 'recalculate');
    if (body.retention !== undefined) await startJob(ctx, user_id, 'cleanup');
    return preferencesToWire(profile, bounds, await readOwned(ctx, user_id));
  },
});
