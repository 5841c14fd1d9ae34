import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { Clock } from '../lib/clock.ts';
import type { ProfileStore } from '../model/reader/profile.ts';
import type { SelectToday } from './select-today.ts';
import { visitAt } from './visit.ts';

/** Creates the endpoint that shows what matters since the last visit. A `since` of the request begins no visit. */
export const createTodayEndpoint = ({
  profiles,
  selectToday,
  now,
}: {
  profiles: Pick<ProfileStore, 'get' | 'setToday'>;
  selectToday: SelectToday;
  now: Clock;
}): HandlersOf<'listToday'> => ({
  listToday: async ({ reader: { user_id }, query: { limit, since } }) => {
    const visit = visitAt(await profiles.get(user_id), now());
    const from = since ?? visit.since;
    const selected = await selectToday(user_id, { since: from, unreadSince: visit.began, limit });
    if (since === undefined && visit.isNew)
      await profiles.setToday(user_id, { today_seen_at: visit.began, today_since: visit.since });
    return { ...selected, since: from };
  },
});
