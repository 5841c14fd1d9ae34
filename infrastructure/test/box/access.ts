import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queueName, type EndpointName } from '../../../backend/src/contract/index.ts';
import {
  MARKER,
  askWithout,
  bearer,
  byAddress,
  byProof,
  endpointOf,
  guarded,
  isRight,
  itemsOf,
  makeVictim,
  markedDomain,
  open,
  post,
  refusalByAddress,
  requestFor,
  signInAs,
  withIds,
  writes,
  type Victim,
} from '../../../backend/test/harness/api/access.ts';
import { createApiBrowser, type ApiBrowser } from '../../../backend/test/harness/api/api-browser.ts';
import { apiAt } from './viewer.ts';
import type { World } from './world.ts';

type Answered = Awaited<ReturnType<ApiBrowser['send']>>;
type Told = [EndpointName, number | undefined];

/** The writes that scripts may send. The distribution sends those below /api/auth/ to the API's function alone, since only browsers sign in. */
const byScripts = writes.filter((name) => !endpointOf(name).path.startsWith('/api/auth/'));

const eventually = { timeout: 120_000, interval: 100 };

/** Runs the access matrix at the address of the distribution, so through its viewer-request function, its cache and its origins. */
export const describeAccess = (worldOf: () => World): void => {
  describe('another reader’s things, at the distribution', () => {
    let victim: Victim;
    let theirs: ApiBrowser;
    const browser = (options?: Parameters<typeof apiAt>[1]) =>
      createApiBrowser(apiAt(worldOf().box.url, options));
    const enter = (sub: string, email = `${sub}@team.example`) =>
      signInAs(browser(), worldOf().provider, { sub, email });
    const victimItems = async () => itemsOf(victim, await worldOf().box.dump());
    /** Waits until nothing is in work, and not for what is delayed or tried again. */
    const settle = async () => {
      const { box } = worldOf();
      const isWaiting = () => queueName.options.some((name) => box.queueOf(name).counts().visible > 0);
      await expect.poll(() => box.isBusy() || isWaiting(), eventually).toBe(false);
    };
    /** Waits until all jobs of the victim have ended. */
    const settleOwn = async () => {
      const states = async () =>
        (await theirs.get('/api/jobs')).json.items.map(({ state }: { state: string }) => state);
      await settle();
      await expect.poll(async () => new Set(await states()), eventually).toEqual(new Set(['done']));
      await settle();
    };
    /** Every answer comes from the function, for this request alone. */
    const ask = async (name: EndpointName, own: ApiBrowser, headers?: Record<string, string>) => {
      const answer = await askWithout(victim, name, own, headers);
      expect([name, answer.headers]).toEqual([
        name,
        expect.objectContaining({
          'x-cache': 'Miss from cloudfront',
          'x-request-id': expect.any(String),
        }),
      ]);
      return answer;
    };

    // Which rights it uses depends on what is still in work: a document is read again only if another import has not ended.
    beforeAll(() => worldOf().box.gate.count(false));
    afterAll(() => {
      worldOf().box.gate.count(true);
      worldOf().provider.state.forgery = {};
      worldOf().box.mails.take();
      for (const name of queueName.options) worldOf().take(name);
    });

    it('are found by themselves, and not by who asks for the same right after them', async () => {
      theirs = await enter('whose', `reader@${markedDomain}`);
      victim = await makeVictim(theirs, worldOf().publisher, settleOwn);
      const answers: [EndpointName, Answered][] = [];
      for (const name of guarded.filter((each) => endpointOf(each).method === 'GET')) {
        answers.push([name, await theirs.send(requestFor(victim, name))]);
        // At once, since a cache may keep for a second even what is private.
        expect([name, (await ask(name, browser())).status]).toEqual([name, 401]);
      }
      const missing = answers.filter(([name, { status }]) => withIds.includes(name) && status !== 200);
      // The feed and the article of theirs have none of these.
      const none = ['getFeedIcon', 'getChapters', 'getNewsletter', 'getMachineText'];
      expect(missing.map(([name]) => name)).toEqual(none);
      const text = answers.map((answer) => JSON.stringify(answer)).join('\n');
      expect(text).toContain(MARKER);
      expect(Object.entries(victim.theirs).filter(([, id]) => !text.includes(id))).toEqual([]);
    });

    it('are nobody’s to see, whoever the request itself says that it is', async () => {
      const before = await victimItems();
      const adds = {
        'x-viewer-authorization': `Bearer ${victim.token}`,
        'x-viewer-user': victim.user_id,
        'x-viewer-host': 'other.example',
      };
      const statusOf = async (name: EndpointName): Promise<Told> => [
        name,
        (await ask(name, browser({ adds }))).status,
      ];
      for (const name of guarded) expect(await statusOf(name)).toEqual([name, 401]);
      for (const name of byAddress) expect(await statusOf(name)).toEqual([name, refusalByAddress(name)]);
      for (const name of byProof) expect(await statusOf(name)).toEqual([name, 403]);
      for (const name of open) {
        const [, status] = await statusOf(name);
        expect([name, status, Number(status) < 400]).toEqual([name, status, true]);
      }
      expect(await victimItems()).toBe(before);
    });

    it('stay theirs before another reader’s session', async () => {
      const before = await victimItems();
      let own = await enter('other');
      for (const name of guarded) {
        let { status } = await ask(name, own);
        if (status === 401) {
          // An endpoint before it ended the session.
          own = await enter('other');
          ({ status } = await ask(name, own));
        }
        expect([name, status, status !== 401 && isRight(name, 'session', status)]).toEqual([
          name,
          status,
          true,
        ]);
      }
      await settle();
      expect(await victimItems()).toBe(before);
    });

    it.each<['read' | 'write']>([['read'], ['write']])('stay theirs before a %s token', async (scope) => {
      const before = await victimItems();
      const own = await enter(`with-${scope}`);
      const { token } = await post(own, '/api/tokens', { name: scope, scope });
      for (const [isPage, names] of [
        [true, guarded],
        [false, byScripts],
      ] as const)
        for (const name of names) {
          const { status } = await ask(name, browser({ isPage }), bearer(token));
          expect([name, isPage, status, status !== 401 && isRight(name, scope, status)]).toEqual([
            name,
            isPage,
            status,
            true,
          ]);
        }
      await settle();
      expect(await victimItems()).toBe(before);
    });

    it('are not changed by a script without a token, whatever its cookies say', async () => {
      const before = await victimItems();
      const cookies = [...theirs.cookies].map(([name, value]) => `${name}=${value}`);
      for (const name of byScripts) {
        const send = (headers: Record<string, string>) =>
          browser({ isPage: false }).send({ ...requestFor(victim, name), headers, cookies });
        expect([name, (await send(bearer('omomi_wrong_wrong'))).status]).toEqual([name, 401]);
        expect([name, (await send({})).status]).toEqual([name, 403]);
      }
      expect(await victimItems()).toBe(before);
    });

    it('are not changed by their own session from another site, or with the digest of another body', async () => {
      const before = await victimItems();
      const cookies = [...theirs.cookies].map(([name, value]) => `${name}=${value}`);
      for (const name of writes) {
        const send = (headers: Record<string, string>) =>
          browser().send({ ...requestFor(victim, name), headers, cookies });
        const foreign = await send({ origin: 'https://other.example', 'sec-fetch-site': 'cross-site' });
        expect([name, foreign.status, foreign.json?.error.code]).toEqual([name, 403, 'ORIGIN_REFUSED']);
        const changed = await send({ 'x-amz-content-sha256': '0'.repeat(64) });
        expect([name, changed.status, changed.text]).toEqual([
          name,
          403,
          expect.stringContaining('signature'),
        ]);
      }
      expect(await victimItems()).toBe(before);
    });
  });
};
