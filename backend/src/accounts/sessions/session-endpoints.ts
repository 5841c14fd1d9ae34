import { onlyPage } from '../../contract/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import { isAlive } from './session.ts';
import type { SessionStore } from '../../model/reader/session.ts';
import { DomainError } from '../../lib/domain-error.ts';

export const createSessionEndpoints = ({
  sessions,
  now,
}: {
  sessions: Pick<SessionStore, 'list' | 'delete'>;
  now: Clock;
}): HandlersOf<'listSessions' | 'deleteSession' | 'deleteOtherSessions'> => ({
  listSessions: async ({ reader: { user_id, session_id } }) => {
    const alive = (await sessions.list(user_id)).filter((session) => isAlive(session, now()));
    const items = alive
      .toSorted((a, b) => (a.last_seen_at < b.last_seen_at ? 1 : -1))
      .map((session) => ({ ...session, is_current: session.session_id === session_id }));
    return onlyPage(items);
  },
  deleteSession: async ({ reader: { user_id }, params: { session_id } }) => {
    if (!(await sessions.delete(user_id, session_id)))
      throw new DomainError('NOT_FOUND', 'You have no such session.');
    return undefined;
  },
  deleteOtherSessions: async ({ reader: { user_id, session_id: current } }) => {
    for (const { session_id } of await sessions.list(user_id))
      if (session_id !== current) await sessions.delete(user_id, session_id);
    return undefined;
  },
});
