import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/harness/property-runs.ts';
import { parseAllowHosts } from '../guard/target.ts';
import { createGuardedFetch } from './create-guarded-fetch.ts';
import { signedFetch } from './signed-fetch.ts';

/** Three sites. Each path names the sites that follow: `/120` at any site redirects to site 1, then to 2, then to 0. */
let sites: { server: Server; origin: string }[];
/** The site of each request, and what it carried. */
let asked: { site: number; carried: string[] }[] = [];
beforeAll(async () => {
  sites = await Promise.all(
    [0, 1, 2].map(async (site) => {
      const server = createServer(({ url = '/', headers }, response) => {
        asked.push({ site, carried: Object.keys(headers).filter((name) => secrets.includes(name)) });
        const [next, ...rest] = url.slice(1);
        if (next === undefined) response.writeHead(200).end();
        else response.writeHead(302, { location: `${sites[Number(next)]!.origin}/${rest.join('')}` }).end();
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    }),
  );
});
afterAll(() => sites.forEach(({ server }) => server.close()));

const secrets = ['cookie', 'authorization', 'x-key'];
const headers = Object.fromEntries(secrets.map((name) => [name, 'planted-secret']));

describe('the headers of a sign-in', () => {
  it('go to the origin that they are for, until a redirect leads elsewhere, and never after that', async () => {
    const fetch = createGuardedFetch({ allowHosts: parseAllowHosts('127.0.0.1'), userAgent: 'Omomi/test' });
    const place = fc.nat({ max: 2 });
    await fc.assert(
      fc.asyncProperty(place, place, fc.array(place, { maxLength: 5 }), async (home, first, then) => {
        asked = [];
        const { origin } = sites[home]!;
        const request = { url: `${sites[first]!.origin}/${then.join('')}`, headers: { accept: '*/*' } };
        await signedFetch(fetch, { origin, headers })(request).catch(() => {});
        const away = asked.findIndex(({ site }) => site !== home);
        const expected = asked.map(({ site }, at) => ({
          site,
          carried: away === -1 || at < away ? secrets : [],
        }));
        expect(asked.length).toBeGreaterThan(0);
        expect(asked.map(({ site, carried }) => ({ site, carried: carried.toSorted() }))).toEqual(
          expected.map(({ site, carried }) => ({ site, carried: carried.toSorted() })),
        );
      }),
      { numRuns: runs(200) },
    );
    await fetch.close();
  });

  it('do not go to another port, scheme or name of the same machine', async () => {
    const seen: object[] = [];
    const fetch = signedFetch(
      (request) => {
        seen.push(request.headers ?? {});
        return Promise.reject(new Error('enough'));
      },
      { origin: 'https://paid.example', headers },
    );
    const others = [
      'http://paid.example/',
      'https://paid.example:8443/',
      'https://www.paid.example/',
      'https://paid.example.evil.example/',
      'no address',
    ];
    for (const url of others) await fetch({ url }).catch(() => {});
    expect(seen).toEqual(others.map(() => ({})));
    await fetch({ url: 'https://PAID.example:443/feed' }).catch(() => {});
    expect(seen.at(-1)).toEqual(headers);
  });
});
