import { beforeAll, describe, expect, it } from 'vitest';
import { ourOrigin } from '../../../backend/test/harness/api/api-browser.ts';
import type { World } from './world.ts';

const where = { language: 'en', page: ourOrigin, time_zone: 'UTC' };
const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** The morning edition as a mail: SES, the schedule, and what is delivered twice or killed. */
export const describeMorning = (worldOf: () => World): void => {
  describe('the morning edition', () => {
    const call = async (method: string, path: string, body?: object) =>
      worldOf().call({
        method,
        path,
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body }),
      });
    /** Makes the mail of today due, as it is on a morning. */
    const makeDue = async () => {
      const { stores } = worldOf();
      const notified = (await stores.notified.get(reader))!;
      const morning = { ...notified.morning!, done_day: null, failures: 0, rests_until: null };
      await stores.notified.put({ ...notified, morning }, `due${Math.random()}`);
    };
    let reader = '';
    beforeAll(async () => {
      reader = (await call('GET', '/api/me')).body.user_id;
    });
    const run = () => worldOf().invoke('dispatch', {});

    it('comes by SES at its hour, once, with the texts of the feeds and a link that ends it', async () => {
      const { mails } = worldOf().box;
      const chosen = await call('PUT', '/api/morning/address', { address: 'reader@example.org', ...where });
      expect(chosen.body).toMatchObject({ can_send: true, is_confirmed: true, problem: null });
      const when = { is_on: true, time: '00:00', days: everyDay, ...where };
      expect(await call('PUT', '/api/morning', when)).toMatchObject({ statusCode: 200 });
      expect((await call('POST', '/api/morning/send')).body).toEqual({ state: 'sent' });
      expect(mails.take()).toMatchObject([{ to: ['reader@example.org'] }]);
      await makeDue();
      await run();
      await run();
      const [mail, ...others] = mails.take();
      expect(others).toEqual([]);
      // The edition is kept: its day is answered as a book.
      const { kept = {} } = (await worldOf().stores.notified.get(reader))?.morning ?? {};
      const [day] = Object.keys(kept);
      expect(await call('GET', `/api/today/edition?day=${day}`)).toMatchObject({ statusCode: 200 });
      expect(mail).toMatchObject({
        from: `=?UTF-8?B?${Buffer.from('Omomi 朝刊').toString('base64')}?= <omomi@mail.example.org>`,
        to: ['reader@example.org'],
        text: expect.stringContaining('It rained.'),
        html: expect.stringContaining('Snow in June'),
        headers: {
          'List-Unsubscribe': expect.stringContaining('/stop>'),
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          'Auto-Submitted': 'auto-generated',
        },
      });
    });

    it('ends by the one click of a mail program, which signs nothing and is nobody (RFC 8058)', async () => {
      const { mails, url } = worldOf().box;
      await call('POST', '/api/morning/send');
      const [, link = ''] = /^<(.*)>$/.exec(mails.take()[0]?.headers['List-Unsubscribe'] ?? '') ?? [];
      const at = `${url}${new URL(link).pathname}`;
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
      expect((await fetch(at.replace('/stop', '/confirm'), { method: 'POST', body })).status).toBe(200);
      expect((await fetch(at.replace(/.\/stop/, '/stop'), { method: 'POST', body })).status).toBe(404);
      const isOn = async () => (await call('GET', '/api/morning')).body.settings.is_on;
      expect(await isOn()).toBe(true);
      expect((await fetch(at, { method: 'POST', body })).status).toBe(200);
      expect(await isOn()).toBe(false);
      const settings = { is_on: true, time: '00:00', days: everyDay, ...where };
      expect(await call('PUT', '/api/morning', settings)).toMatchObject({ statusCode: 200 });
    });

    it('comes at most once through 12 runs that are killed or delivered twice; only a kill before SES has it loses one', async () => {
      const { box } = worldOf();
      const kinds = ['killed before SES takes it', 'killed after SES took it', 'delivered twice'] as const;
      // A killed run starts two processes, so most are delivered twice instead. More kills are in `morning-once-each.test.ts`.
      const kindOf = (n: number) => kinds[Math.min(n % 6, 2)]!;
      const counts = new Map<string, number[]>();
      for (let n = 0; n < 12; n += 1) {
        const kind = kindOf(n);
        box.mails.answer(() => {
          if (kind !== 'delivered twice') box.end('dispatch');
          return kind === 'killed before SES takes it' ? 500 : 'takes it';
        });
        await makeDue();
        const runs = Array.from({ length: kind === 'delivered twice' ? 2 : 1 }, run);
        const ended = await Promise.allSettled(runs);
        const wasKilled = ended.some(({ status }) => status === 'rejected');
        expect([kind, wasKilled]).toEqual([kind, kind !== 'delivered twice']);
        box.mails.answer(() => 'takes it');
        await run();
        counts.set(kind, [...(counts.get(kind) ?? []), box.mails.take().length]);
      }
      const all = (length: number, mails: number) => Array.from({ length }, () => mails);
      expect(kinds.map((kind) => counts.get(kind))).toEqual([all(2, 0), all(2, 1), all(8, 1)]);
    });

    it('is tried again if SES refuses it, and the settings show the reply', async () => {
      const { mails } = worldOf().box;
      mails.answer(() => 429);
      await makeDue();
      await run();
      expect((await call('GET', '/api/morning')).body.problem).toMatchObject({ status: 429 });
      mails.answer(() => 'takes it');
      await run();
      // It rests for some minutes first.
      expect(mails.take()).toEqual([]);
      await makeDue();
      await run();
      expect(mails.take()).toHaveLength(1);
      expect((await call('GET', '/api/morning')).body.problem).toBeNull();
    });
  });
};
