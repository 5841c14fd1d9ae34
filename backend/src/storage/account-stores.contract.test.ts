import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../../test/dynamodb-local.ts';
import { engines } from '../../test/engines.ts';
import { sampleTime, uniqueUser } from '../../test/storage-samples.ts';
import { createIdentityStore } from './identity-store.ts';
import { createLoginStore } from './login-store.ts';
import { createProfileStore } from './profile-store.ts';
import { createSessionStore } from './session-store.ts';
import { createTableClient, type TableClient } from './table.ts';
import { createTokenStore } from './token-store.ts';

const TABLE = 'accounts';

let ids = 0;
const newHash = () => String(++ids).padStart(64, '0');

for (const { name, start, isSkipped } of engines) {
  describe.skipIf(isSkipped)(`stores of accounts on ${name}`, () => {
    let engine: TestEngine;
    let table: TableClient;
    beforeAll(async () => {
      engine = await start();
      await engine.createTable(TABLE);
      table = createTableClient({ client: engine.client, tableName: TABLE });
    });
    afterAll(() => engine.close());

    describe('identities', () => {
      const identityOf = (user_id: string, identity_id: string) => ({
        user_id,
        identity_id,
        provider: 'google',
        email: 'me@example.org',
        is_email_verified: true,
        created_at: sampleTime(0),
        last_used_at: sampleTime(0),
      });

      it('belong to one reader each, even after concurrent claims', async () => {
        const identities = createIdentityStore(table);
        const identityId = newHash().slice(32);
        const users = Array.from({ length: 5 }, uniqueUser);
        expect(await identities.ownerOf(identityId)).toBeNull();
        const owners = await Promise.all(users.map((user) => identities.claim(identityId, user)));
        expect(new Set(owners).size).toBe(1);
        expect(users).toContain(owners[0]);
        expect(await identities.ownerOf(identityId)).toBe(owners[0]);
      });

      it('keep the time of their first record', async () => {
        const identities = createIdentityStore(table);
        const [user, id] = [uniqueUser(), newHash().slice(32)];
        await identities.record(identityOf(user, id));
        const later = {
          ...identityOf(user, id),
          created_at: sampleTime(5),
          last_used_at: sampleTime(5),
          email: null,
          is_email_verified: false,
        };
        await identities.record(later);
        expect(await identities.list(user)).toEqual([{ ...later, created_at: sampleTime(0) }]);
      });

      it('can be deleted only by their reader, and then belong to nobody', async () => {
        const identities = createIdentityStore(table);
        const [user, other, id] = [uniqueUser(), uniqueUser(), newHash().slice(32)];
        await identities.claim(id, user);
        await identities.record(identityOf(user, id));
        await identities.delete(other, id);
        expect(await identities.ownerOf(id)).toBe(user);
        await identities.delete(user, id);
        await identities.delete(user, id);
        expect(await identities.ownerOf(id)).toBeNull();
        expect(await identities.list(user)).toEqual([]);
        expect(await identities.claim(id, other)).toBe(other);
      });
    });

    describe('sessions', () => {
      const sessionOf = (user_id: string) => ({
        user_id,
        session_id: newHash(),
        identity_id: 'f'.repeat(32),
        email: 'me@example.org',
        device: 'Firefox on Linux',
        created_at: sampleTime(0),
        authenticated_at: null,
        last_seen_at: sampleTime(0),
        expires_at: sampleTime(60),
      });

      it('are returned unchanged to their reader', async () => {
        const sessions = createSessionStore(table);
        const session = sessionOf(uniqueUser());
        await sessions.put(session);
        expect(await sessions.get(session.user_id, session.session_id)).toEqual(session);
        expect(await sessions.list(session.user_id)).toEqual([session]);
        expect(await sessions.get(uniqueUser(), session.session_id)).toBeNull();
      });

      it('record their use while they exist, and stay deleted', async () => {
        const sessions = createSessionStore(table);
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

    describe('tokens', () => {
      it('are returned unchanged, used or not, and stay deleted', async () => {
        const tokens = createTokenStore(table);
        const token = {
          user_id: uniqueUser(),
          token_id: newHash(),
          name: 'a script',
          scope: 'read' as const,
          created_at: sampleTime(0),
          last_used_at: null,
        };
        await tokens.put(token);
        expect(await tokens.get(token.user_id, token.token_id)).toEqual(token);
        await tokens.setUsed(token.user_id, token.token_id, sampleTime(1));
        expect(await tokens.list(token.user_id)).toEqual([{ ...token, last_used_at: sampleTime(1) }]);
        expect(await tokens.get(uniqueUser(), token.token_id)).toBeNull();
        expect(await tokens.delete(token.user_id, token.token_id)).toBe(true);
        expect(await tokens.delete(token.user_id, token.token_id)).toBe(false);
        await tokens.setUsed(token.user_id, token.token_id, sampleTime(2));
        expect(await tokens.list(token.user_id)).toEqual([]);
      });
    });

    describe('logins', () => {
      const purposes = [
        { kind: 'sign_in' as const },
        { kind: 'confirm' as const, reader_mark: 'm', link_provider: 'google' },
        { kind: 'link' as const, reader_mark: 'm' },
      ];
      const attemptOf = (purpose: (typeof purposes)[number]) => ({
        login_id: newHash(),
        provider: 'google',
        nonce: 'n',
        code_verifier: 'v',
        return_to: '/feeds',
        purpose,
        created_at: sampleTime(0),
        expires_at: sampleTime(10),
      });

      it.each(purposes)('can be used once: $kind', async (purpose) => {
        const logins = createLoginStore(table);
        const attempt = attemptOf(purpose);
        await logins.put(attempt);
        expect(await logins.take(attempt.login_id)).toEqual(attempt);
        expect(await logins.take(attempt.login_id)).toBeNull();
      });

      it('can be used by only one of many concurrent callers', async () => {
        const logins = createLoginStore(table);
        const attempt = attemptOf(purposes[0]!);
        await logins.put(attempt);
        const takers = await Promise.all(Array.from({ length: 8 }, () => logins.take(attempt.login_id)));
        expect(takers.filter((taken) => taken !== null)).toEqual([attempt]);
      });
    });

    it('a profile stores its person and keeps everything else', async () => {
      const profiles = createProfileStore(table);
      const user = uniqueUser();
      await profiles.setPerson(user, { email: 'me@example.org', name: 'Me' }, sampleTime(0));
      const first = await profiles.get(user);
      expect(first).toMatchObject({ email: 'me@example.org', name: 'Me', created_at: sampleTime(0) });
      await profiles.raiseKeywordsVersion(user, sampleTime(1));
      await profiles.setPerson(user, { email: 'new@example.org', name: null }, sampleTime(2));
      expect(await profiles.get(user)).toEqual({
        ...first,
        email: 'new@example.org',
        name: null,
        keywords_version: 1,
      });
    });
  });
}
