import { expect, it } from 'vitest';
import { startJob } from '../../../backend/src/jobs/start-job.ts';
import { newId } from '../../../backend/src/lib/new-id.ts';
import { sendBy } from '../../../backend/src/queues/outgoing.ts';
import { feedAddressKey, itemsOf, sessionKey, tokenKey } from '../../../backend/src/storage/table/keys.ts';
import type { World } from './world.ts';

const LEAVER = 'carl';
const at = '2026-11-28T12:00:00.000Z';

/** Tests that the function of jobs deletes the sessions, tokens and addresses of a reader who leaves, although it may not write any. */
export const describeLeaving = (worldOf: () => World): void => {
  it('jobs ends the sessions, tokens and addresses of a reader who leaves', async () => {
    const { stores, table, put, take, invoke, eventOf } = worldOf();
    const { tokens, feedAddresses, sessions, identities } = stores;
    const user_id = LEAVER;
    const made = { user_id, name: 'a phone', created_at: at, last_used_at: null };
    await tokens.put({ ...made, token_id: 'a', scope: 'write', fever_key: null });
    await feedAddresses.put({ ...made, address_id: 'a', list: { kind: 'today' } });
    await sessions.put({
      user_id,
      session_id: 'a',
      identity_id: 'of-carl',
      email: null,
      is_owner: false,
      device: 'Firefox',
      created_at: at,
      authenticated_at: at,
      last_seen_at: at,
      expires_at: '2099-01-01T00:00:00.000Z',
    });
    await identities.claim('of-carl', user_id);
    await identities.record({
      user_id,
      identity_id: 'of-carl',
      provider: 'google',
      email: null,
      label: null,
      is_email_verified: false,
      created_at: at,
      last_used_at: at,
    });
    const ctx = { ...stores, sendJobs: sendBy(put('jobs')), now: () => new Date(), newId };
    await startJob(ctx, user_id, 'leave');
    // The first slice deletes all, the second finds nothing. The next one would wait until nothing that began before can write.
    for (let slice = 0; slice < 2; slice += 1)
      expect(await invoke('jobs', eventOf('jobs', take('jobs')))).toEqual({ batchItemFailures: [] });
    expect(take('jobs')).toHaveLength(1);
    const keys = [sessionKey(user_id, 'a'), tokenKey(user_id, 'a'), feedAddressKey(user_id, 'a')];
    expect(await table.batchGet(keys)).toEqual([]);
    expect(await identities.ownerOf('of-carl')).toBeNull();
    const left = await table.queryAll(itemsOf(user_id));
    expect(left.map(({ SK }) => String(SK).split('#')[0])).toEqual(['JOB', 'JOBLOCK', 'PROFILE']);
  });
};
