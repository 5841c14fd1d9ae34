import { expect, it } from 'vitest';
import { memoryBlobs, sampleArticleId, sampleTime } from '../../../harness/samples/storage-samples.ts';
import type { SitePage } from '../../../../src/model/text/full-text.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { createSitePageStore } from '../../../../src/storage/site-page-store.ts';

let next = 70_000;
const newId = () => sampleArticleId((next += 1));
const ttl = 2_000_000_000;

const taken = (article_id: string, content = '<p>The text of the page.</p>'): Omit<SitePage, 'named_by'> => ({
  article_id,
  state: 'taken',
  reason: null,
  at: sampleTime(0),
  site: 'example.org',
  text: { summary: 'The text of the page.', content, author: 'A. Writer', reading_minutes: 3 },
  same_as: [],
  ttl,
});

/** The behaviour of this store that every engine must show. */
export const sitePageStoreContract = (table: () => TableClient): void => {
  const open = () => {
    const { store, files } = memoryBlobs();
    return { pages: createSitePageStore(table(), store), files };
  };

  it('pages of articles: stored and read, large texts in a blob', async () => {
    const { pages, files } = open();
    const noise = Array.from({ length: 30_000 }, (_, at) => ((at * 7919) % 65_521).toString(36)).join(' ');
    const [small, large, none] = [newId(), newId(), newId()];
    const same_as = [newId()];
    await pages.put({ ...taken(small), same_as });
    await pages.put(taken(large, noise));
    expect(files.size).toBe(1);
    expect(await pages.get(small)).toEqual({ ...taken(small), same_as, named_by: null });
    expect(await pages.get(none)).toBeNull();
    const found = await pages.getMany([small, large, none]);
    expect(new Set(found.map(({ article_id }) => article_id))).toEqual(new Set([small, large]));
    expect(found.find(({ article_id }) => article_id === large)?.text?.content).toBe(noise);
    expect(await pages.getMany([])).toEqual([]);
  });

  it('pages of articles: a text whose blob was deleted counts as not there', async () => {
    const { pages, files } = open();
    const id = newId();
    const noise = Array.from({ length: 30_000 }, (_, at) => ((at * 7919) % 65_521).toString(36)).join(' ');
    await pages.put(taken(id, noise));
    files.clear();
    expect(await pages.get(id)).toMatchObject({ state: 'unasked', text: null });
  });

  it('pages of articles: a failure replaces a text, and keeps who named the article', async () => {
    const { pages } = open();
    const [id, first, second] = [newId(), newId(), newId()];
    expect(await pages.noteSame(id, first, ttl)).toBe(first);
    expect(await pages.noteSame(id, second, ttl)).toBe(first);
    expect(await pages.get(id)).toMatchObject({ state: 'unasked', text: null, named_by: first, same_as: [] });
    await pages.put(taken(id));
    await pages.put({ ...taken(id), state: 'failed', reason: 'forbidden', text: null });
    expect(await pages.get(id)).toMatchObject({
      state: 'failed',
      reason: 'forbidden',
      text: null,
      named_by: first,
    });
  });

  it('pages of articles: asked for unless another state was reached meanwhile', async () => {
    const { pages } = open();
    const id = newId();
    await pages.ask(id, { at: sampleTime(1), seen_at: '', ttl });
    expect(await pages.get(id)).toMatchObject({ state: 'asked', at: sampleTime(1), ttl });
    await pages.ask(id, { at: sampleTime(2), seen_at: '', ttl });
    expect(await pages.get(id)).toMatchObject({ at: sampleTime(1) });
    await pages.put({ ...taken(id), at: sampleTime(3) });
    await pages.ask(id, { at: sampleTime(4), seen_at: sampleTime(1), ttl });
    expect(await pages.get(id)).toMatchObject({ state: 'taken', at: sampleTime(3) });
    await pages.put({ ...taken(id), state: 'failed', reason: 'not_found', text: null, at: sampleTime(5) });
    await pages.ask(id, { at: sampleTime(6), seen_at: sampleTime(5), ttl });
    expect(await pages.get(id)).toMatchObject({ state: 'asked', reason: null });
  });

  it('pages of articles: claimed by one owner at a time, until the claim ends or the page is stored', async () => {
    const { pages } = open();
    const id = newId();
    const claim = (owner: string, minute: number) =>
      pages.claim(id, { owner, now: sampleTime(minute), until: sampleTime(minute + 2), ttl });
    const claims = await Promise.all([claim('a', 0), claim('b', 0)]);
    expect(claims.filter(Boolean)).toHaveLength(1);
    // Either of two that claim at the same time may be the first.
    const [winner, other] = claims[0] === true ? ['a', 'b'] : ['b', 'a'];
    expect(await claim(winner, 1)).toBe(true);
    expect(await claim(other, 2)).toBe(false);
    expect(await claim(other, 3)).toBe(true);
    expect(await claim(winner, 3)).toBe(false);
    await pages.put(taken(id));
    expect(await claim(winner, 3)).toBe(true);
    expect(await pages.get(id)).toMatchObject({ state: 'taken', text: { author: 'A. Writer' } });
  });
};
