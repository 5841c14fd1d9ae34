import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startHatena, withStatus } from '../../test/harness/servers/hatena-server.ts';
import { createGuardedFetch, type ClosableGuardedFetch } from '../web/fetch/create-guarded-fetch.ts';
import { OutboundError } from '../web/guard/guarded-fetch.ts';
import { CountFailedError, countBookmarks, inCalls } from './hatena.ts';
import { runs } from '../../test/harness/property-runs.ts';

let hatena: Awaited<ReturnType<typeof startHatena>>;
let fetch: ClosableGuardedFetch;
beforeEach(async () => {
  hatena = await startHatena();
  fetch = createGuardedFetch({ allowHosts: new Set([hatena.host]), userAgent: 'Omomi/test' });
});
afterEach(async () => {
  await fetch.close();
  await hatena.close();
});

const ask = (links: string[]) => countBookmarks({ fetch, hatebuUrl: hatena.url }, links);
const links = ['https://site.example/1', 'https://site.example/2?a=b&c=d#e', 'https://例え.jp/あ'];

describe('a call of the service', () => {
  it('asks for each link by its own parameter and takes each count', async () => {
    hatena.counts.set(links[0]!, 7).set(links[2]!, 12_345);
    expect(await ask(links)).toEqual(
      new Map([
        [links[0], 7],
        [links[1], 0],
        [links[2], 12_345],
      ]),
    );
    expect(hatena.take()).toEqual([links]);
  });

  it('returns no count for a link that is missing from the answer or has an invalid count', async () => {
    const given = { [links[0]!]: 3, [links[1]!]: 'many', [links[2]!]: -1, 'https://else.example/': 9 };
    hatena.setAnswer(withStatus(200, JSON.stringify(given)));
    expect(await ask([...links, 'toString'])).toEqual(new Map([[links[0], 3]]));
    hatena.setAnswer(withStatus(200, `{"${links[0]}": 1.5}`));
    expect(await ask(links)).toEqual(new Map());
  });

  it.each([
    ['an error', withStatus(503)],
    ['no JSON', withStatus(200, '<html>')],
    ['nothing', withStatus(200, '')],
    ['a list', withStatus(200, '[1]')],
    ['null', withStatus(200, 'null')],
    ['an error in an object', withStatus(429, '{}')],
  ])('fails when it is answered with %s', async (_what, answer) => {
    hatena.setAnswer(answer);
    await expect(ask(links)).rejects.toThrow(CountFailedError);
  });

  it('fails when the answer is truncated or far too large', async () => {
    hatena.setAnswer((_links, response) => response.socket?.destroy());
    await expect(ask(links)).rejects.toThrow(OutboundError);
    hatena.setAnswer(withStatus(200, JSON.stringify({ text: 'x'.repeat(300_000) })));
    await expect(ask(links)).rejects.toThrow(OutboundError);
  });
});

it('contains each link once, in order, at most 50, within the length of a request line', () => {
  const link = fc
    .integer({ min: 1, max: 1_500 })
    .map((length) => `https://site.example/${'あ'.repeat(length / 4)}`);
  fc.assert(
    fc.property(fc.array(link, { maxLength: 220 }), (given) => {
      const calls = inCalls(given);
      expect(calls.flat()).toEqual(given);
      for (const call of calls) {
        expect(call.length).toBeLessThanOrEqual(50);
        expect(call.map((one) => `url=${encodeURIComponent(one)}`).join('&').length).toBeLessThanOrEqual(
          7_000,
        );
      }
    }),
    { numRuns: runs(200) },
  );
  expect(
    inCalls(Array.from({ length: 101 }, (_, n) => `https://a.example/${n}`)).map((call) => call.length),
  ).toEqual([50, 50, 1]);
});
