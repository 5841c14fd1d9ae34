import { beforeAll, describe, expect, it } from 'vitest';
import { htmlMail, mail, part, textMail } from '../../../backend/test/harness/samples/mail-samples.ts';
import { broken } from '../../../backend/test/harness/samples/mail-trouble.ts';
import type { World } from './world.ts';

/** Newsletters by mail: SES, its rule, the bucket, and the function that takes the mails. */
export const describeNewsletters = (worldOf: () => World): void => {
  describe('a newsletter', () => {
    const call = async (method: string, path: string, body?: object) =>
      worldOf().call({
        method,
        path,
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body }),
      });
    let address = '';
    let feed = '';
    let log = '';
    beforeAll(async () => {
      worldOf()
        .box.outputOf('mails')
        .on('data', (text) => (log += text));
      const { body } = await call('POST', '/api/newsletters', {});
      [address, feed] = [body.url.replace('mailto:', ''), body.feed_id];
    });
    const eventually = { timeout: 120_000, interval: 100 };
    const date = new Date().toUTCString();
    const receive = (raw: Uint8Array, to = [address], found = {}) => worldOf().box.receive(raw, to, found);
    /** Returns the titles of its articles, once what waits for scoring has come to its readers. */
    const titles = async (): Promise<string[]> => {
      const score = worldOf().box.queueOf('score');
      const isWorking = () => Object.values(score.counts()).some((count) => count > 0);
      await expect.poll(isWorking, eventually).toBe(false);
      const { body } = await call('GET', `/api/articles?feed_id=${feed}&filter=all`);
      return body.items.map(({ title }: { title: string }) => title);
    };
    const stored = () => [...worldOf().box.objects.keys()].filter((name) => name.includes('/mails/'));
    const dead = () => worldOf().box.deadLettersOf('mails').drain();

    it('has an address of the domain, to which SES brings a mail, with what it found of the sender', async () => {
      expect((await call('GET', '/api/me')).body.takes_newsletters).toBe(true);
      expect(address).toMatch(/^[a-z2-7]{20}@news\.example\.org$/);
      const raw = htmlMail('<p>Rain fell.</p><script>alert(1)</script>', { subject: 'One', date });
      expect(await receive(raw, [address], { dkim: 'GRAY' })).not.toBeNull();
      expect(await titles()).toEqual(['One']);
      const { body } = await call('GET', `/api/feeds/${feed}/newsletter`);
      expect(body).toMatchObject({ address, from: 'news@rain.example', spf: 'pass', dkim: 'none' });
      const [{ article_id }] = (await call('GET', `/api/articles?feed_id=${feed}`)).body.items;
      expect((await call('GET', `/api/articles/${article_id}`)).body.content).toBe('<p>Rain fell.</p>');
      expect(stored()).toEqual([]);
    });

    it('has a mail once, though Lambda calls the function again, with or without the object', async () => {
      const { box, invoke } = worldOf();
      const raw = textMail('Snow.', { subject: 'Two', id: '<2@rain.example>', date });
      const { event, object } = (await receive(raw))!;
      await invoke('mails', event);
      box.objects.set(object, raw);
      await invoke('mails', event);
      expect((await titles()).toSorted()).toEqual(['One', 'Two']);
      expect([stored(), dead()]).toEqual([[], []]);
    });

    it('gets no mail that is too large, broken beyond reading or for others, and nothing of these stays', async () => {
      const before = await titles();
      log = '';
      await receive(Buffer.alloc(5_000_001));
      await receive(mail(part('application/pkcs7-mime', 'x'), { id: '<3@rain.example>' }));
      await receive(textMail('Rain.'), [`${'a'.repeat(20)}@news.example.org`, 'info@news.example.org']);
      expect(await receive(textMail('Rain.'), ['info@other.example'])).toBeNull();
      expect(await receive(Buffer.alloc(41 * 1024 ** 2))).toBeNull();
      await expect.poll(() => log.match(/"mail refused"/g), eventually).toHaveLength(3);
      expect(log).toContain('The mail is larger than 5 MB.');
      expect(log).not.toContain(address);
      expect(await titles()).toEqual(before);
      expect([stored(), dead()]).toEqual([[], []]);
    });

    it('is made by a script too, whose writes another function answers', async () => {
      const { body } = await call('POST', '/api/tokens', { name: 'Newsletters', scope: 'write' });
      const made = await fetch(`${worldOf().box.url}/api/newsletters`, {
        method: 'POST',
        headers: { authorization: `Bearer ${body.token}`, 'content-type': 'application/json' },
        body: '{}',
      });
      expect(made.status).toBe(201);
      expect(await made.json()).toMatchObject({
        url: expect.stringMatching(/^mailto:.*@news\.example\.org$/),
      });
    });

    it('survives hostile mails', async () => {
      for (const { raw } of Object.values(broken)) await receive(raw);
      expect([stored(), dead()]).toEqual([[], []]);
    });

    it('has a mail that DynamoDB failed for at first, and one that failed three times once its dead letter is sent again', async () => {
      const { box, invoke } = worldOf();
      // More than the SDK tries within one call of the function.
      box.failTable('BatchWriteItem', 4);
      await receive(textMail('Hail.', { subject: 'Hail', id: '<4@rain.example>', date }));
      expect(await titles()).toContain('Hail');
      expect([stored(), dead()]).toEqual([[], []]);
      const late = textMail('Fog.', { subject: 'Fog', id: '<5@rain.example>', date });
      const refused = await box.gate.without('mails', 'dynamodb:UpdateItem', () => receive(late));
      expect(refused).toHaveLength(1);
      expect(stored()).toHaveLength(1);
      // By the outputs and in the order of docs/operations.md#newsletters.
      const letters = box.queues.get(box.stackOutput('MailsDeadLettersUrl'))!;
      expect(box.stackOutput('MailsFunctionName')).toMatch(/^MailsFunction/);
      const [letter] = letters.receive(1);
      await invoke('mails', JSON.parse(letter!.body));
      letters.delete(letter!.receipt!);
      expect(letters.counts()).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
      expect((await titles()).filter((title) => title === 'Fog')).toHaveLength(1);
      expect(stored()).toEqual([]);
    });
  });
};
