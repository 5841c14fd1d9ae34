import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articleIdFrom } from '../../../src/model/article/canonical-link.ts';
import { articleIdIn, longId } from '../../../src/clients/greader/items.ts';
import { startClientWorld, type ClientWorld } from '../../harness/clients/client-world.ts';
import { googleReader, newToken, type GoogleReader } from '../../harness/clients/google-reader.ts';
import { runs } from '../../harness/property-runs.ts';
import { anyCharacter } from '../../harness/samples/any-character.ts';

const API = '/reader/api/0';
const STATE = 'user/-/state/com.google';

const anyId = fc.string({ unit: anyCharacter }).map((text) => articleIdFrom(text));

describe('an id', () => {
  it('is the same article in every spelling', () => {
    fc.assert(
      fc.property(anyId, (id) => {
        const hex = BigInt(id).toString(16);
        const spellings = [
          id,
          hex,
          hex.toUpperCase(),
          longId(id),
          encodeURIComponent(longId(id)),
          `item/${id}`,
        ];
        expect(spellings.map(articleIdIn)).toEqual(spellings.map(() => id));
        expect(longId(id)).toMatch(/^tag:google\.com,2005:reader\/item\/[0-9a-f]{16}$/);
      }),
      { numRuns: runs(200) },
    );
  });

  it('of anything else is none', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const id = articleIdIn(text);
        expect(id === null || /^\d{1,20}$/.test(id)).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('a list', () => {
  let world: ClientWorld;
  let all: string[];
  const ask = async (query: string) => (await world.client.get(`${API}/stream/items/ids?${query}`)).json;
  const idsOf = ({ itemRefs }: { itemRefs: { id: string }[] }) => itemRefs.map(({ id }) => id);

  beforeAll(async () => {
    world = await startClientWorld();
    for (const part of ['a', 'b', 'c']) {
      world.publish(
        part,
        Array.from({ length: 7 }, (_, at) => `Article ${part}${at}`),
      );
      await world.reader.follow(world.server.url(`/${part}.xml`));
      await world.arrive(3);
    }
    all = idsOf(await ask(`s=${STATE}/reading-list&n=1000`));
    await world.client.post(`${API}/edit-tag`, [
      ['a', `${STATE}/read`],
      ...all.filter((_, at) => at % 3 === 0).map((id): [string, string] => ['i', id]),
    ]);
  });
  afterAll(() => world.close());

  const streams = fc.constantFrom(
    `${STATE}/reading-list`,
    `${STATE}/read`,
    `${STATE}/kept-unread`,
    'user/-/label/Omomi: Must read',
    'user/someone/label/Omomi: Today',
  );

  it('in pages is the list, whatever their size, and ends without a continuation', async () => {
    const asked = fc.record({
      stream: streams,
      n: fc.integer({ min: 1, max: 30 }),
      oldest: fc.boolean(),
      unread: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ stream, n, oldest, unread }) => {
        const query = `s=${encodeURIComponent(stream)}${oldest ? '&r=o' : ''}${unread ? `&xt=${STATE}/read` : ''}`;
        const whole = idsOf(await ask(`${query}&n=1000`));
        const found: string[] = [];
        let pages = 0;
        for (let more = ''; ;) {
          const page = await ask(`${query}&n=${n}${more}`);
          pages += 1;
          found.push(...idsOf(page));
          expect(page.itemRefs.length).toBeLessThanOrEqual(n);
          if (!('continuation' in page)) break;
          expect(page.continuation).toMatch(/^[0-9a-z-]+$/);
          more = `&c=${page.continuation}`;
        }
        expect(found).toEqual(whole);
        // A continuation at the end would lead to a page without items.
        expect(pages).toBe(Math.max(1, Math.ceil(whole.length / n)));
      }),
      { numRuns: runs(200) },
    );
  });

  it('between two times of arrival has what arrived between them, at most a minute too much', async () => {
    expect(all).toHaveLength(26);
    const times = new Map<string, number>();
    for (const { id, timestampUsec } of (await ask(`n=1000`)).itemRefs)
      times.set(id, Number(timestampUsec) / 1e6);
    const [first = 0] = [...times.values()].toSorted((a, b) => a - b);
    const second = fc.integer({ min: -120, max: 1500 }).map((after) => Math.floor(first) + after);
    await fc.assert(
      fc.asyncProperty(second, second, async (ot, nt) => {
        const found = new Set(idsOf(await ask(`n=1000&ot=${ot}&nt=${nt}`)));
        const missing: string[] = [];
        const tooMuch: string[] = [];
        for (const [id, at] of times) {
          if (at >= ot && at <= nt) missing.push(...(found.has(id) ? [] : [id]));
          if (at < ot - 60 || at > nt) tooMuch.push(...(found.has(id) ? [id] : []));
        }
        expect({ missing, tooMuch }).toEqual({ missing: [], tooMuch: [] });
      }),
      { numRuns: runs(200) },
    );
  });

  it('answers the texts of any ids in their order, each once, and none of what is not there', async () => {
    const ids = fc.array(fc.oneof(fc.constantFrom(...all), anyId), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(ids, async (wanted) => {
        const form = wanted.map((id): [string, string] => ['i', id]);
        const { json } = await world.client.post(`${API}/stream/items/contents`, form);
        const found = json.items.map(({ id }: { id: string }) => articleIdIn(id));
        expect(found).toEqual([...new Set(wanted)].filter((id) => all.includes(id)));
      }),
      { numRuns: runs(200) },
    );
  });

  it('is refused with a continuation that is none', async () => {
    const answer = await world.client.get(`${API}/stream/items/ids?c=nothing`);
    expect(answer.status).toBe(400);
  });
});

describe('a token of scope read', () => {
  let world: ClientWorld;
  let weak: GoogleReader;
  beforeAll(async () => {
    world = await startClientWorld();
    weak = googleReader(world.app);
    await weak.login(await newToken(world.app, 'read'));
  });
  afterAll(() => world.close());

  it('changes nothing, whatever it sends', async () => {
    const before = JSON.stringify([await world.reader.list(), await world.reader.feeds()]);
    const [row] = await world.reader.list();
    const value = fc.constantFrom(
      row!.article_id,
      `feed/${world.feedIds.one}`,
      `${STATE}/reading-list`,
      `${STATE}/read`,
      `${STATE}/starred`,
      'user/-/label/Other',
      'unsubscribe',
      'edit',
    );
    const field = fc.tuple(fc.constantFrom('i', 's', 'a', 'r', 'ac', 't', 'dest', 'quickadd', 'ts'), value);
    const paths = [
      'edit-tag',
      'mark-all-as-read',
      'subscription/edit',
      'subscription/quickadd',
      'subscription/import',
      'rename-tag',
      'disable-tag',
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.array(field, { maxLength: 6 }), async (path, form) => {
        expect((await weak.post(`${API}/${path}`, form)).status).toBe(403);
      }),
      { numRuns: runs(200) },
    );
    expect(JSON.stringify([await world.reader.list(), await world.reader.feeds()])).toBe(before);
  });
});
