import { describe, expect, it } from 'vitest';
import { sampleTime, uniqueUser } from '../../../harness/samples/storage-samples.ts';
import { createSessionStore } from '../../../../src/storage/sign-in-stores.ts';
import type { AccessItems } from '../../../../src/storage/upgrade/access-items.ts';

let ids = 0;
const newHash = () => String(++ids).padStart(64, '0');

/** The behaviour of this store that every engine must show. */
export const sessionStoreContract = (table: () => AccessItems): void => {
  describe('sessions', () => {
    const sessionOf = (user_id: string) => ({
      user_id,
      session_id: newHash(),
      identity_id: 'f'.repeat(32),
      email: 'me@example.org',
      is_owner: false,
      device: 'Firefox on Linux',
      created_at: sampleTime(0),
      authenticated_at: null,
      last_seen_at: sampleTime(0),
      expires_at: sampleTime(60),
    });

    it('are returned unchanged to their reader', async () => {
      const sessions = createSessionStore(table());
      const session = sessionOf(uniqueUser());
      await sessions.put(session);
      expect(await sessions.get(session.user_id, session.session_id)).toEqual(session);
      expect(await sessions.list(session.user_id)).toEqual([session]);
      expect(await sessions.get(uniqueUser(), session.session_id)).toBeNull();
    });

    it('record their use while they exist, and stay deleted', async () => {
      const sessions = createSessionStore(table());
      const session = { ...sessionOf(uniqueUser()), authenticated_at: sampleTime(0) };
      await sessions.put(session);
      const seen = { ...session, last_seen_at: sampleTime(1), expires_at: sampleTime(120) };
      await sessions.setSeen(seen);
      expect(await sessions.get(session.user_id, session.session_id)).toEqual(seen);
      expect(await sessions.delete(session.user_id, session.session_id)).toBe(true);
      expect(await sessions.delete(session.user_id, session.session_id)).toBe(false);
      await sessions.setSeen(seen);
      expect(await sessions.get(session.user_id, session.session_id)).toBeNull();
    });
  });
};
