import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newRule, partIds, ruleKinds, type NewRule } from '../../../src/contract/index.ts';
import { spend } from '../../../src/lib/turns.ts';
import type { Article } from '../../../src/model/article/article.ts';
import { compileRules, evaluateRules } from '../../../src/model/rules/evaluate.ts';
import { isOfKind, subjectOf } from '../../../src/model/rules/rule-subject.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import {
  sampleArticle,
  sampleFeed,
  sampleFeedId,
  sampleSubscription,
} from '../../harness/samples/storage-samples.ts';
import { addReaders, keyword, queueArticles, seedArticle, seedFeed } from '../../harness/scoring-samples.ts';
import { runs } from '../../harness/property-runs.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
  await addReaders(app, ['local', 'other']);
});
afterEach(() => app.close());

const local = () => app.as('local');
const add = (rule: NewRule) => local().call('addRule', { body: newRule.parse(rule) });
const title = (...any_of: string[]) => [{ field: 'title' as const, any_of }];
const arrive = async (...articles: Article[]) => {
  await queueArticles(app, articles);
  await app.settle();
};
const entry = (article: Article, user = 'local') => app.stores.entries.get(user, article.article_id);
const unread = async () => (await local().call('listFeeds')).items.map(({ unread_count }) => unread_count);
/** Article 0 is about climate, article 1 about football, and so on. */
const seeded = (n: number) => seedArticle(app, n);
const apply = async (rule_id?: string) => {
  const job = await local().call('applyRules', { body: rule_id === undefined ? {} : { rule_id } });
  await app.settle();
  return local().call('getJob', { params: { job_id: job.job_id } });
};
/** Lets a changed version of the article arrive. */
const update = async (article: Article) => {
  await app.stores.articles.putMany([article]);
  const sent_at = app.now().toISOString();
  const body = JSON.stringify({
    feed_id: article.feed_id,
    article_ids: [article.article_id],
    sent_at,
    is_update: true,
  });
  app.queues.score.push({ id: `update-${sent_at}`, body, receives: 0 });
  await app.settle();
};

describe('a rule', () => {
  it('mutes: the article leaves no entry, for this reader alone', async () => {
    await add({ name: 'No football', conditions: title('football'), effects: { mute: true } });
    await arrive(seeded(0), seeded(1));
    expect(await entry(seeded(1))).toBeNull();
    expect(await entry(seeded(0))).not.toBeNull();
    expect(await entry(seeded(1), 'other')).not.toBeNull();
    expect(await unread()).toEqual([1]);
  });

  it('marks read, and the article does not count as unread', async () => {
    await add({ name: 'Football', conditions: title('football'), effects: { read: true } });
    await arrive(seeded(0), seeded(1));
    expect(await entry(seeded(1))).toMatchObject({ is_read: true, read_at: null });
    expect(await unread()).toEqual([1]);
  });

  it('saves with a copy, which stays after the article is gone', async () => {
    await add({ name: 'Football', conditions: title('football'), effects: { save: true, read: true } });
    await arrive(seeded(1));
    expect(await entry(seeded(1))).toMatchObject({ is_saved: true, is_read: true, expires_at: null });
    expect(await app.stores.saved.get('local', seeded(1).article_id)).toMatchObject({
      content: seeded(1).content,
      feed_title: expect.any(String),
      ttl: null,
    });
    await app.stores.articles.deleteMany([seeded(1)]);
    expect(await local().call('getArticle', { params: seeded(1) })).toMatchObject({
      is_saved: true,
      content: seeded(1).content,
    });
  });

  it('weighs by a factor, which is a reason, and which a recalculation keeps', async () => {
    await local().call('addKeyword', keyword('football'));
    await app.settle();
    await add({ name: 'More', conditions: title('football'), effects: { factor: 2 } });
    await arrive(seeded(1), seeded(11));
    const other = (await entry(seeded(1), 'other'))!;
    expect(other.importance_score).toBe(0);
    const weighed = (await entry(seeded(1)))!;
    expect(weighed.reasons.at(-1)).toEqual({ keyword_id: partIds.rule, weight: 2, similarity_score: 1 });
    const { items } = await local().call('getReasons', { params: seeded(1) });
    expect(items.find(({ kind }) => kind === 'rule')?.contribution).toBeCloseTo(
      weighed.importance_score! / 2,
      9,
    );
    await local().call('recalculate');
    await app.settle();
    expect((await entry(seeded(1)))!.importance_score).toBe(weighed.importance_score);
  });

  it('tags, and the tags are in the list', async () => {
    await add({ name: 'Ball', conditions: title('football'), effects: { tags: ['サッカー', 'ball'] } });
    await arrive(seeded(0), seeded(1));
    const { items } = await local().call('listArticles', {
      query: { sort: 'published_at', filter: 'all', limit: 10 },
    });
    expect(items.map(({ tags }) => tags)).toEqual([null, ['サッカー', 'ball']]);
  });

  it.each([
    ['feed', { field: 'feed', any_of: [seedFeed] }, true],
    ['another feed', { field: 'feed', any_of: [sampleFeedId(7)] }, false],
    ['not another feed', { field: 'feed', is_not: true, any_of: [sampleFeedId(7)] }, true],
    ['folder', { field: 'folder', any_of: ['News'] }, true],
    ['text', { field: 'text', any_of: ['"a word on"'] }, true],
    ['author', { field: 'author', any_of: ['writer'] }, true],
    ['category', { field: 'category', any_of: ['sport*'] }, true],
    ['part of the address', { field: 'address', any_of: ['news.example/live'] }, true],
    ['address by a beginning', { field: 'address', any_of: ['blog*'] }, true],
    ['address as it is read', { field: 'address', any_of: ['東京'] }, true],
    ['address by a part of a word', { field: 'address', any_of: ['blo'] }, false],
    ['language', { field: 'language', any_of: ['en'] }, true],
    ['another language', { field: 'language', any_of: ['ja', 'de'] }, false],
    ['length', { field: 'length', at_least: 10, at_most: 20 }, true],
    ['kind', { field: 'kind', any_of: ['video', 'podcast'] }, true],
    ['another kind', { field: 'kind', any_of: ['video', 'site'] }, false],
    ['another length', { field: 'length', at_most: 5 }, false],
  ] as const)('asks about the %s', async (_, condition, isMatched) => {
    await app.stores.subscriptions.update('local', seedFeed, { folder: 'News' });
    const conditions = [condition] as unknown as NewRule['conditions'];
    await add({ name: 'Asks', conditions, effects: { read: true } });
    const link = 'https://news.example/live/blogs/%E6%9D%B1%E4%BA%AC-5';
    const enclosures = [{ url: 'https://news.example/5', type: 'audio/mpeg', length: null }];
    await arrive({ ...seeded(0), link, enclosures, author: 'A. Writer', categories: ['Motor Sports'] });
    expect(await entry(seeded(0))).toMatchObject({ is_read: isMatched });
  });
});

describe('the kind of an article', () => {
  it.each([
    ['https://github.com/omomi/omomi/releases/tag/v1', 'releases'],
    ['https://gitlab.example.org/a/b/-/tags/v1', 'releases'],
    ['https://www.youtube.com/watch?v=abcdefghijk', 'video'],
    ['https://social.example/@ann/112233445566778899', 'social'],
    ['https://www.reddit.com/r/rss/comments/1', 'social'],
    ['https://site.example/a.mp3', null],
    ['https://site.example/a/b/releases', null],
    [null, null],
  ])('of the address %s is %s', (link, kind) => {
    const told = ruleKinds.filter((one) => isOfKind({ link, enclosures: [] }, one, false));
    expect(told).toEqual(kind === null ? [] : [kind]);
  });

  it.each([
    [{ type: 'audio/x-m4a' }, 'podcast'],
    [{ type: null, url: 'https://a.example/1.MP3?x=1' }, 'podcast'],
    [{ type: 'Video/mp4' }, 'video'],
    [{ type: 'image/png' }, null],
  ])('with the file %j is %s', (file, kind) => {
    const enclosures = [{ url: 'https://a.example/1', length: null, ...file }];
    expect(ruleKinds.filter((one) => isOfKind({ link: null, enclosures }, one, false))).toEqual(
      kind === null ? [] : [kind],
    );
  });

  it('is known of a page without a feed on arrival, in the preview and where rules are applied', async () => {
    await app.stores.feeds.update(seedFeed, { source: { selectors: ['h2'], shape: null, empty_fetches: 0 } });
    const rule = { name: 'Sites', conditions: [{ field: 'kind' as const, any_of: ['site' as const] }] };
    await arrive(seeded(0));
    const { conditions } = await add({ ...rule, effects: { read: true } });
    await arrive(seeded(1));
    expect(await entry(seeded(1))).toMatchObject({ is_read: true });
    expect(await local().call('previewRule', { body: { conditions } })).toMatchObject({ matched: 2 });
    await apply();
    expect(await entry(seeded(0))).toMatchObject({ is_read: true });
  });
});

describe('an article that a rule muted', () => {
  beforeEach(() => add({ name: 'No football', conditions: title('football'), effects: { mute: true } }));
  const [only] = [
    () =>
      local()
        .call('listRules')
        .then(({ items }) => items[0]!),
  ];

  it('does not come back by a message that comes again, or by an update', async () => {
    await arrive(seeded(1));
    await arrive(seeded(1));
    await update({ ...seeded(1), title: 'Another title' });
    expect(await entry(seeded(1))).toBeNull();
  });

  it('does not come back by another feed whose title does not match', async () => {
    await arrive(seeded(1));
    const feed_id = sampleFeedId(9);
    await app.stores.feeds.create(sampleFeed({ feed_id }));
    await app.stores.subscriptions.create(sampleSubscription({ user_id: 'local', feed_id }));
    const subscriber = {
      fetch_interval_minutes: 60,
      text_mode: 'auto' as const,
      volume: 'normal' as const,
      is_active: true,
    } as const;
    await app.stores.subscribers.put({ feed_id, user_id: 'local', ...subscriber });
    const other = { ...seeded(1), feed_id, title: 'Another title' };
    const deliver = async () => {
      await app.stores.articles.putMany([other]);
      const body = { feed_id, article_ids: [other.article_id], sent_at: app.now().toISOString() };
      app.queues.score.push({ id: feed_id, body: JSON.stringify(body), receives: 0 });
      await app.settle();
    };
    await deliver();
    expect(await entry(other)).toBeNull();
    await local().call('updateRule', { params: await only(), body: { is_active: false } });
    await deliver();
    expect(await entry(other)).toMatchObject({ title: 'Another title', is_read: false });
  });

  it('comes as new once the rule is deleted, or asks for something else', async () => {
    await arrive(seeded(1), seeded(11));
    await local().call('updateRule', {
      params: await only(),
      body: { conditions: [{ field: 'title', is_not: false, any_of: ['piano'] }] },
    });
    await arrive(seeded(1));
    expect(await entry(seeded(1))).not.toBeNull();
    await local().call('deleteRule', { params: await only() });
    await arrive(seeded(11));
    expect(await entry(seeded(11))).not.toBeNull();
  });

  it('disappears when a changed text comes to match, unless it was read or saved', async () => {
    await arrive(seeded(0), seeded(2), seeded(3), seeded(4));
    await local().call('setRead', { params: seeded(2), body: { is_read: true } });
    await local().call('setSaved', { params: seeded(3), body: { is_saved: true } });
    for (const n of [0, 2, 3]) await update({ ...seeded(n), title: 'It was football' });
    expect(await entry(seeded(0))).toBeNull();
    expect(await entry(seeded(2))).toMatchObject({ title: 'It was football' });
    expect(await entry(seeded(3))).toMatchObject({ title: 'It was football' });
    expect(await unread()).toEqual([2]);
  });
});

describe('a changed text', () => {
  it('gets the factor and the tags that fit it, but is not saved or marked read again', async () => {
    await local().call('addKeyword', keyword('football'));
    await add({
      name: 'Football',
      conditions: title('football'),
      effects: { save: true, read: true, factor: 2, tags: ['ball'] },
    });
    await app.settle();
    await arrive(seeded(0), seeded(1));
    await local().call('setRead', { params: seeded(1), body: { is_read: false } });
    await local().call('setSaved', { params: seeded(1), body: { is_saved: false } });
    await update({ ...seeded(1), summary: 'Still about football.' });
    expect(await entry(seeded(1))).toMatchObject({
      is_read: false,
      is_saved: false,
      extra: { tags: ['ball'] },
    });
    await update({ ...seeded(0), title: 'Now football' });
    const now = await entry(seeded(0));
    expect(now).toMatchObject({ is_read: false, is_saved: false, extra: { tags: ['ball'] } });
    expect(now!.reasons.at(-1)).toMatchObject({ keyword_id: partIds.rule, weight: 2 });
    await update({ ...seeded(0), title: 'No longer' });
    expect((await entry(seeded(0)))!.extra.tags).toBeNull();
    expect((await entry(seeded(0)))!.reasons.map(({ keyword_id }) => keyword_id)).not.toContain(partIds.rule);
  });
});

describe('several rules', () => {
  it('are asked in their order, and one that stops is the last', async () => {
    const keep = await add({
      name: 'Keep',
      conditions: title('football'),
      effects: { save: true },
      stops: true,
    });
    const mute = await add({ name: 'Mute', conditions: title('report'), effects: { mute: true } });
    await arrive(seeded(0), seeded(1));
    expect([await entry(seeded(0)), (await entry(seeded(1)))?.is_saved]).toEqual([null, true]);
    const ordered = await local().call('orderRules', { body: { rule_ids: [mute.rule_id, keep.rule_id] } });
    expect(ordered.items.map(({ name }) => name)).toEqual(['Mute', 'Keep']);
    await arrive(seeded(11));
    expect(await entry(seeded(11))).toBeNull();
  });

  it('are counted once for each article, also if a message comes again', async () => {
    const rule = await add({ name: 'Report', conditions: title('report'), effects: { tags: ['r'] } });
    await arrive(seeded(0), seeded(1));
    await arrive(seeded(0), seeded(1), seeded(2));
    await update({ ...seeded(0), summary: 'Changed.' });
    const [counted] = (await local().call('listRules')).items;
    expect(counted).toMatchObject({ matched: 3, last_matched_at: app.now().toISOString() });
    await local().call('deleteRule', { params: rule });
    expect((await local().call('listRules')).items).toEqual([]);
  });

  it('do what asking them one by one says, whatever the order and the switches', async () => {
    const words = ['rust', 'apple', 'piano'];
    const anyRule = fc.record({
      word: fc.constantFrom(...words),
      is_not: fc.boolean(),
      is_active: fc.boolean(),
      stops: fc.boolean(),
      what: fc.constantFrom('mute', 'save', 'read', 'factor', 'tags'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyRule, { maxLength: 6 }), fc.subarray(words), async (drawn, inTitle) => {
        const effects = {
          mute: { mute: true },
          save: { save: true },
          read: { read: true },
          factor: { factor: 0.5 },
          tags: { tags: ['t'] },
        };
        const rules = drawn.map(({ word, is_not, is_active, stops, what }, at) => ({
          ...newRule.parse({
            name: `${at}`,
            conditions: [{ field: 'title', is_not, any_of: [word] }],
            effects: effects[what as keyof typeof effects],
            is_active,
            stops,
          }),
          rule_id: `${at}`,
          created_at: '',
        }));
        const article = sampleArticle({ title: `On ${inTitle.join(', ')}` });
        const subject = subjectOf(article, { feed_ids: [], folders: [], isOfPage: false });
        const got = await evaluateRules(compileRules(rules), subject, { spend });

        const expected = { muted: false, saved: false, read: false, factor: 1, tags: false };
        for (const { word, is_not, is_active, stops, what } of drawn) {
          if (!is_active || inTitle.includes(word) === is_not) continue;
          if (what === 'mute') expected.muted = true;
          if (what === 'save') expected.saved = true;
          if (what === 'read') expected.read = true;
          if (what === 'factor') expected.factor *= 0.5;
          if (what === 'tags') expected.tags = true;
          if (stops || what === 'mute') break;
        }
        expect({
          muted: got.muted_by !== null,
          saved: got.is_saved,
          read: got.is_read,
          factor: got.factor,
          tags: got.tags !== null,
        }).toEqual(expected);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('the cost of rules', () => {
  it('is one read for a delivery, no write for an entry, and one write for a delivery in which a rule matched', async () => {
    const cost = async (n: number) => {
      await queueArticles(app, [seeded(n), seeded(n + 10)]);
      app.takeUnits();
      await app.settle();
      return app.takeUnits();
    };
    await app.stores.subscribers.delete(seedFeed, 'other');
    // The first delivery of a process also reads the stories of the last days.
    await cost(50);
    const before = await cost(100);
    await add({ name: 'Nothing', conditions: title('nothing'), effects: { read: true } });
    const unmatched = await cost(200);
    expect(unmatched).toEqual(before);
    await add({ name: 'Report', conditions: title('report'), effects: { factor: 2 } });
    const matched = await cost(300);
    expect(matched.write).toBe(before.write + 1);
    expect(matched.read).toBeLessThanOrEqual(before.read + 1);
    await add({ name: 'Muted', conditions: title('report'), effects: { mute: true } });
    const muted = await cost(400);
    // A tombstone costs one write unit, where an entry with its three index rows costs four, and a count that stays is not written.
    expect(before.write - muted.write).toBe(2 * 3 + 1 - 1);
  });
});

describe('applying rules to what is here', () => {
  it('does what the rule would have done, and nothing the second time', async () => {
    await local().call('addKeyword', keyword('football'));
    await app.settle();
    await arrive(seeded(0), seeded(1), seeded(11), seeded(3));
    await local().call('setSaved', { params: seeded(11), body: { is_saved: true } });
    const mute = await add({ name: 'Football', conditions: title('football'), effects: { mute: true } });
    const piano = await add({
      name: 'Piano',
      conditions: title('piano'),
      effects: { save: true, read: true, factor: 3, tags: ['music'] },
    });
    expect(await apply(mute.rule_id)).toMatchObject({
      state: 'done',
      done: 4,
      result: { matched_articles: 2 },
    });
    expect(await entry(seeded(1))).toBeNull();
    expect(await entry(seeded(11))).toMatchObject({ is_saved: true });
    expect(await entry(seeded(3))).toMatchObject({ is_saved: false, is_read: false });
    expect((await entry(seeded(3)))!.extra.tags).toEqual(['music']);
    await apply(piano.rule_id);
    expect(await entry(seeded(3))).toMatchObject({ is_saved: true, is_read: true });
    expect(await app.stores.saved.get('local', seeded(3).article_id)).not.toBeNull();
    expect(await unread()).toEqual([2]);
    const before = await app.dump();
    const entriesOf = (items: Record<string, unknown>[]) =>
      items.filter(({ SK }) => String(SK).startsWith('ENTRY#'));
    expect(await apply(piano.rule_id)).toMatchObject({ result: { changed_entries: 0 } });
    expect(entriesOf(await app.dump())).toEqual(entriesOf(before));
    expect((await local().call('listRules')).items.map(({ matched }) => matched)).toEqual([2, 1]);
    expect((await app.stores.rules.get('local')).asked).toEqual({});
  });

  it('tells the articles that the rule changed from those that got what other rules give', async () => {
    await arrive(seeded(0), seeded(1), seeded(3), seeded(11));
    await add({ name: 'Piano', conditions: title('piano'), effects: { tags: ['music'] } });
    const football = await add({
      name: 'Football',
      conditions: title('football'),
      effects: { tags: ['sport'] },
    });
    expect(await apply(football.rule_id)).toMatchObject({
      result: { matched_articles: 2, changed_entries: 2, changed_by_others: 1 },
    });
    expect((await entry(seeded(3)))!.extra.tags).toEqual(['music']);
  });

  it('takes factor and tags away when no rule gives them any more', async () => {
    const rule = await add({
      name: 'Football',
      conditions: title('football'),
      effects: { factor: 0.5, tags: ['x'] },
    });
    await arrive(seeded(1));
    await local().call('updateRule', { params: rule, body: { is_active: false } });
    await apply();
    expect(await entry(seeded(1))).toMatchObject({ reasons: [], extra: { tags: null } });
  });

  it('forgets what was asked for when it is cancelled, and does a rule that is asked for during a run too', async () => {
    const many = Array.from({ length: 250 }, (_, n) => seeded(n));
    await arrive(...many);
    const first = await add({ name: 'Piano', conditions: title('piano'), effects: { read: true } });
    const second = await add({ name: 'Football', conditions: title('football'), effects: { read: true } });
    const job = await local().call('applyRules', { body: { rule_id: first.rule_id } });
    await local().call('cancelJob', { params: { job_id: job.job_id } });
    await app.settle();
    expect((await app.stores.rules.get('local')).asked).toEqual({});
    expect(await unread()).toEqual([250]);
    await local().call('applyRules', { body: { rule_id: first.rule_id } });
    await app.deliver('jobs', 1);
    await local().call('applyRules', { body: { rule_id: second.rule_id } });
    await app.settle();
    expect(await unread()).toEqual([200]);
  });

  it('ends a slice early where patterns and texts take long, and the next one goes on from there', async () => {
    const { articles, any_of } = slow();
    await arrive(...articles);
    const conditions = [{ field: 'text' as const, is_not: true, any_of }];
    await add({ name: 'Slow', conditions, effects: { read: true } });
    const job = await local().call('applyRules', { body: {} });
    await app.deliver('jobs', 1);
    const { done } = await local().call('getJob', { params: { job_id: job.job_id } });
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(6);
    await app.settle();
    expect(await local().call('getJob', { params: { job_id: job.job_id } })).toMatchObject({
      state: 'done',
      done: 6,
      result: { matched_articles: 6 },
    });
    expect(await unread()).toEqual([0]);
  });
});

describe('rules that take long', () => {
  it('leave what arrives to further messages, and each reader gets every article as the rules decide', async () => {
    const { articles, any_of } = slow();
    const conditions = [{ field: 'text' as const, is_not: true, any_of }];
    await add({ name: 'Slow', conditions, effects: { read: true } });
    await queueArticles(app, articles);
    await app.deliver('score', 1);
    const entriesOf = async (user: string) =>
      (await Promise.all(articles.map((one) => entry(one, user)))).filter((one) => one !== null);
    const begun = (await entriesOf('local')).length;
    expect(begun).toBeGreaterThan(0);
    expect(begun).toBeLessThan(6);
    expect(await entriesOf('other')).toEqual([]);
    await app.settle();
    expect((await entriesOf('local')).map(({ is_read }) => is_read)).toEqual(articles.map(() => true));
    expect((await entriesOf('other')).map(({ is_read }) => is_read)).toEqual(articles.map(() => false));
  });
});

/** Articles and patterns that take 8 million steps each, a fifth of what one request may take. */
const slow = () => {
  const numbers = Array.from({ length: 50 }, (_, n) => `b${n}`);
  const content = `<p>${numbers.join('')}${'a'.repeat(49_000)}</p>`;
  const articles = Array.from({ length: 6 }, (_, n) => ({ ...seeded(n), content }));
  return { numbers, articles, any_of: numbers.map((number) => `${number}${'?'.repeat(190)}x`) };
};

describe('the preview of a rule', () => {
  const preview = (conditions: NewRule['conditions']) =>
    local().call('previewRule', {
      body: { conditions: newRule.parse({ name: 'x', conditions, effects: { mute: true } }).conditions },
    });

  it('tells what would have matched, and writes nothing', async () => {
    await arrive(...Array.from({ length: 60 }, (_, n) => seeded(n)));
    const before = await app.dump();
    expect(await preview(title('football'))).toMatchObject({ looked_at: 60, matched: 6 });
    const many = await preview([{ field: 'text', any_of: ['word'] }]);
    expect(many).toMatchObject({ looked_at: 60, matched: 60 });
    expect(many.items).toHaveLength(20);
    expect(await app.dump()).toEqual(before);
  });

  it('says how far it looked where patterns and texts take more steps than a request may', async () => {
    const { numbers, articles, any_of } = slow();
    await arrive(...articles);
    const { looked_at, since } = await preview([{ field: 'text', any_of }]);
    expect(looked_at).toBeGreaterThan(0);
    expect(looked_at).toBeLessThan(6);
    expect(since).toBe(articles[looked_at - 1]!.published_at);
    expect((await preview([{ field: 'text', any_of: numbers }])).looked_at).toBe(6);
  });

  it('leaves out articles of more than seven days ago', async () => {
    await arrive(seeded(1));
    app.advance(6 * 24 * 60);
    await arrive({ ...seeded(11), published_at: app.now().toISOString() });
    expect(await preview(title('football'))).toMatchObject({ matched: 2 });
    app.advance(2 * 24 * 60);
    expect(await preview(title('football'))).toMatchObject({ matched: 1 });
  });
});

describe('changing rules', () => {
  it('adds a rule once, however often it is sent', async () => {
    const rule = { name: 'One', conditions: title('apple'), effects: { mute: true } };
    const added = await add(rule);
    expect(await add(rule)).toEqual(added);
    expect((await local().call('listRules')).items).toEqual([added]);
  });

  it('names the rule and the limit that it exceeds', async () => {
    const values = Array.from({ length: 50 }, (_, at) => `word${at}`);
    const conditions = Array.from({ length: 19 }, () => title(...values)[0]!);
    await add({ name: 'Large', conditions, effects: { mute: true } });
    await add({ name: 'Half', conditions: conditions.slice(0, 1), effects: { mute: true } });
    await expect(add({ name: 'Too much', conditions: title('x'), effects: { mute: true } })).rejects.toThrow(
      'The rule “Too much” has 1 words and other values; with those of your other rules that is 1001, and at most 1000 are allowed.',
    );
    await local().call('deleteRule', { params: (await local().call('listRules')).items[0]! });
    for (let at = 1; at < 100; at += 1)
      await add({ name: `Rule ${at}`, conditions: title('x'), effects: { mute: true } });
    await expect(add({ name: 'The last', conditions: title('x'), effects: { mute: true } })).rejects.toThrow(
      'The rule “The last” is one too many: you have 100 rules',
    );
  });

  it('refuses an order that does not name every rule', async () => {
    await add({ name: 'One', conditions: title('apple'), effects: { mute: true } });
    await expect(local().call('orderRules', { body: { rule_ids: [] } })).rejects.toThrow('lacks “One”');
  });

  it.each([
    [{ conditions: [], effects: { mute: true } }, 'conditions'],
    [
      { conditions: [{ field: 'body', any_of: ['x'] }], effects: { mute: true } },
      'field must be one of feed',
    ],
    [{ conditions: title('"open'), effects: { mute: true } }, 'quotation mark without its partner'],
    [{ conditions: title('x'), effects: {} }, 'needs one of mute, save, read, factor, tags'],
    [{ conditions: title('x'), effects: { mute: true, save: true } }, 'can do nothing else'],
    [
      { conditions: [{ field: 'length', at_least: 9, at_most: 2 }], effects: { mute: true } },
      'above at_most',
    ],
  ])('refuses %j', (rule, problem) => {
    const parsed = newRule.safeParse({ name: 'x', ...rule });
    expect(JSON.stringify(parsed.error?.issues)).toContain(problem);
  });

  it('are in the export, and go when the reader leaves', async () => {
    await add({ name: 'One', conditions: title('apple'), effects: { mute: true } });
    const { account } = await local().call('exportAccount', { query: {} });
    expect(account?.rules).toMatchObject([{ name: 'One', effects: { mute: true } }]);
  });
});
