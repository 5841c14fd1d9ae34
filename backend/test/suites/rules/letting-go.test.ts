import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newRule, type NewRule } from '../../../src/contract/index.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { runs } from '../../harness/property-runs.ts';
import { addReaders, queueArticles, seedArticle, seedFeed } from '../../harness/scoring-samples.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await addReaders(app, ['local']);
});
afterAll(() => app.close());

const HOUR = 3_600_000;
const local = () => app.as('local');
const arrive = async (n: number, isLate = 0) => {
  const article = seedArticle(app, n);
  await queueArticles(app, [article]);
  app.advance(isLate * 60);
  await app.settle();
  return article;
};
const listed = async () =>
  (await local().call('listArticles', { query: { sort: 'published_at', filter: 'all', limit: 100 } })).items;
const entryOf = ({ article_id }: { article_id: string }) => app.stores.entries.get('local', article_id);
const add = (hours: number, conditions: NewRule['conditions'] = [{ field: 'feed', any_of: [seedFeed] }]) =>
  local().call('addRule', {
    body: newRule.parse({ name: `After ${hours}`, conditions, effects: { goes_after_hours: hours } }),
  });
const apply = async (rule_id?: string) => {
  await local().call('applyRules', { body: rule_id === undefined ? {} : { rule_id } });
  await app.settle();
};
const clearRules = async () => {
  for (const rule of (await local().call('listRules')).items)
    await local().call('deleteRule', { params: rule });
};
let next = 0;
const newNumber = () => (next += 1);

const step = fc.oneof(
  fc.record({ what: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ what: fc.constantFrom('read' as const, 'save' as const, 'tag' as const), on: fc.boolean() }),
  fc.record({ what: fc.constantFrom('again' as const, 'cleanup' as const) }),
);

/** The time at which an entry goes, as this file understands it. */
type Expected = { arrived: number; hours: number; read: number | null; saved: boolean; tagged: boolean };
const goesAt = ({ arrived, hours, read, saved, tagged }: Expected): number => {
  if (saved || tagged) return Infinity;
  const byAge = arrived + Math.min(7 * 24, hours) * HOUR;
  return read === null ? byAge : Math.min(byAge, read + 24 * HOUR);
};

describe('an article that a rule lets go', () => {
  it('is listed until its time and never after, unless it is saved or tagged, and counts equal lists', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 200 }),
        fc.array(step, { minLength: 1, maxLength: 6 }),
        async (hours, steps) => {
          await clearRules();
          await add(hours);
          const article = await arrive(newNumber());
          const { article_id } = article;
          const state: Expected = {
            arrived: app.now().getTime(),
            hours,
            read: null,
            saved: false,
            tagged: false,
          };
          let at = goesAt(state);
          let isGone = false;
          for (const one of steps) {
            const now = app.now().getTime();
            if (one.what === 'wait') app.advance(one.hours * 60);
            else if (!('on' in one)) {
              if (one.what === 'cleanup') await app.cleanup();
              else await queueArticles(app, [article]);
              await app.settle();
            } else if (!isGone) {
              const params = { article_id };
              const before = { ...state };
              if (one.what === 'read') {
                await local().call('setRead', { params, body: { is_read: one.on } });
                state.read = one.on ? (state.read ?? now) : null;
              } else if (one.what === 'save') {
                await local().call('setSaved', { params, body: { is_saved: one.on } });
                state.saved = one.on;
              } else {
                await local().call('setTags', { params, body: { tags: one.on ? ['kept'] : [] } });
                state.tagged = one.on;
              }
              // An article that is let go can be saved again for an hour.
              const least = Number.isFinite(at) || one.what === 'read' ? 0 : now + HOUR;
              if (!isDeepStrictEqual(before, state)) at = Math.max(goesAt(state), least);
            }
            isGone ||= at <= app.now().getTime();
            const rows = await listed();
            expect(rows.some((row) => row.article_id === article_id)).toBe(!isGone);
            const { items } = await local().call('listFeeds');
            expect(items[0]?.unread_count).toBe(rows.filter(({ is_read }) => !is_read).length);
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('costs the four units of any entry, and nothing if it arrives after its time', async () => {
    await clearRules();
    const cost = async (isLate: number) => {
      await queueArticles(app, [seedArticle(app, newNumber()), seedArticle(app, newNumber())]);
      app.advance(isLate * 60);
      app.takeUnits();
      await app.settle();
      return app.takeUnits().write;
    };
    const plain = await cost(0);
    await add(2);
    // One unit counts what matched.
    expect(await cost(0)).toBe(plain + 1);
    expect(await cost(3)).toBeLessThanOrEqual(plain + 1 - 8);
  });

  it('keeps its time when the rule is deleted, until rules are applied; the soonest of several counts', async () => {
    await clearRules();
    const [days, hours] = [await add(48), await add(12)];
    const article = await arrive(newNumber());
    const timeOf = async () =>
      (Date.parse((await entryOf(article))!.expires_at!) - app.now().getTime()) / HOUR;
    expect(await timeOf()).toBe(12);
    await local().call('deleteRule', { params: hours });
    expect(await timeOf()).toBe(12);
    await apply();
    expect(await timeOf()).toBe(48);
    await local().call('updateRule', { params: days, body: { is_active: false } });
    await apply();
    expect(await timeOf()).toBe(7 * 24);
  });

  it('is given its time by a rule that is applied, not by another one that is not asked for', async () => {
    await clearRules();
    const article = await arrive(newNumber());
    const rule = await add(24);
    const other = await add(48, [{ field: 'title', any_of: ['nothing'] }]);
    await apply(other.rule_id);
    expect((await entryOf(article))!.rule_hours).toBeNull();
    app.advance(25 * 60);
    await apply(rule.rule_id);
    expect((await listed()).map(({ article_id }) => article_id)).not.toContain(article.article_id);
    // An article that has gone does not come back when its rule is deleted, and a cleanup leaves a tombstone of it.
    await clearRules();
    await apply();
    await app.cleanup();
    await queueArticles(app, [article]);
    await app.settle();
    expect(await entryOf(article)).toBeNull();
  });

  it('follows a changed text, but does not come back by one', async () => {
    await clearRules();
    await add(24, [{ field: 'title', any_of: ['gone'] }]);
    const article = await arrive(newNumber());
    const update = async (title: string) => {
      await app.stores.articles.putMany([{ ...article, title }]);
      const { feed_id, article_id } = article;
      const sent_at = app.now().toISOString();
      const body = JSON.stringify({ feed_id, article_ids: [article_id], sent_at, is_update: true });
      app.queues.score.push({ id: `${title}-${sent_at}`, body, receives: 0 });
      await app.settle();
    };
    await update('Soon gone');
    expect((await entryOf(article))!.rule_hours).toBe(24);
    await update('Here to stay');
    expect((await entryOf(article))!.rule_hours).toBeNull();
    await update('Soon gone');
    app.advance(25 * 60);
    await update('Here again');
    expect((await listed()).map(({ article_id }) => article_id)).not.toContain(article.article_id);
  });
});
