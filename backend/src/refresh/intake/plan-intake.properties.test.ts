import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Article } from '../../model/article/article.ts';
import { ADMITTED } from '../../model/feed/feed.ts';
import type { SeenItem } from '../../model/feed/seen.ts';
import type { ParsedItem } from '../../parser/fields/parsed-feed.ts';
import { identify, type IdentifiedItem } from './identify.ts';
import { articlesToRead, planIntake, type IntakePlan, type IntakeTerms } from './plan-intake.ts';
import { recognise, remember } from './recognise.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const source = {
  feed_id: '0123456789abcdef',
  is_private: false,
  site_url: null,
  document_url: 'https://site.example/feed',
};
const TTL = 2_000_000_000;
const TODAY = 20_000;
/** Shrinking worlds of 120 items takes minutes; the seed that is printed brings a failure back. */
const often = { numRuns: runs(100), endOnFailure: true };

/** One item in a document and in the one before it, or in only one of them. Dates and first texts are its own. */
type Story = {
  n: number;
  isBefore: boolean;
  isAfter: boolean;
  isRenamed: boolean;
  isMoved: boolean;
  isEdited: boolean;
  /** How its article is stored: not, unreadable, expiring too soon, or as long as a new one. */
  stored: 'missing' | 'unreadable' | 'short' | 'long';
};

const itemOf = (
  { n, isRenamed, isMoved, isEdited }: Omit<Story, 'stored'>,
  isAfter: boolean,
): ParsedItem => ({
  guid: isAfter && isRenamed ? `urn:${n}` : `guid-${n}`,
  link: `https://site.example/${isAfter && isMoved ? 'posts/' : ''}${n}`,
  title: `Article ${n}`,
  content: isAfter && isEdited ? `Corrected ${n}` : `The text of ${n}`,
  summary: null,
  author: null,
  categories: [],
  published_at: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
  updated_at: null,
  enclosures: [],
  image_url: null,
});

const anyStory = fc.record({
  isBefore: fc.boolean(),
  isAfter: fc.nat(3).map((n) => n > 0),
  isRenamed: fc.boolean(),
  isMoved: fc.boolean(),
  isEdited: fc.boolean(),
  stored: fc.constantFrom('missing', 'unreadable', 'short', 'long'),
});
const anyWorld = fc.record({
  stories: fc
    .array(anyStory, { maxLength: 120, size: 'max' })
    .chain((all) =>
      fc
        .boolean()
        .map((isFirst) =>
          all.map((story, n) => ({ ...story, n, isBefore: story.isBefore && !isFirst }) as Story),
        ),
    ),
  isForNewSubscriber: fc.boolean(),
});
type World = typeof anyWorld extends fc.Arbitrary<infer T> ? T : never;

const documentOf = ({ stories }: World, isAfter: boolean): IdentifiedItem[] =>
  identify(
    stories
      .filter((story) => (isAfter ? story.isAfter : story.isBefore))
      .map((story) => itemOf(story, isAfter)),
    source,
  );

const termsOf = ({ isForNewSubscriber }: World): IntakeTerms => ({
  now: new Date('2026-03-01T00:00:00.000Z'),
  ttl: TTL,
  isForNewSubscriber,
});

const seenBefore = (world: World): SeenItem[] =>
  remember([], documentOf(world, false), TODAY - 1, new Set(), new Set()) ?? [];

/** Returns the articles that are stored, by id: those of the items before, or of the items after under the same id. */
const storedIn = (world: World): Map<string, Article | null> => {
  const byTitle = new Map(world.stories.map((story) => [`Article ${story.n}`, story.stored]));
  const all = new Map<string, Article | null>();
  for (const { article_id, item } of documentOf(world, false)) {
    const kind = byTitle.get(item.title);
    if (kind === 'unreadable') all.set(article_id, null);
    if (kind === 'short' || kind === 'long')
      all.set(article_id, { article_id, ttl: kind === 'short' ? TTL - 1 : TTL } as Article);
  }
  return all;
};

const planFor = (
  world: World,
  seen: SeenItem[],
  articles: Map<string, Article | null>,
  items: IdentifiedItem[],
) => {
  const recognition = recognise(seen, items);
  const terms = termsOf(world);
  const stored = new Map(
    articlesToRead(recognition, recognition.items, terms).flatMap((id): [string, Article | null][] => {
      const article = articles.get(id);
      return article === undefined ? [] : [[id, article]];
    }),
  );
  return { plan: planIntake({ recognition, stored }, recognition.items, terms), recognition };
};

const setsOf = ({ admit, surplus, update, revive, keep }: IntakePlan) => [
  admit,
  surplus,
  update,
  revive,
  keep,
];
const identities = (items: IdentifiedItem[]): string[] => items.map(({ identity }) => identity);

const always = (check: (world: World, items: IdentifiedItem[], plan: IntakePlan) => void) =>
  fc.assert(
    fc.property(anyWorld, (world) => {
      const items = documentOf(world, true);
      const { plan, recognition } = planFor(world, seenBefore(world), storedIn(world), items);
      check(world, recognition.items, plan);
    }),
    often,
  );

describe('the plan of any document', () => {
  it('has each item in exactly one of its sets', () => {
    always((_, items, plan) => {
      expect(identities(setsOf(plan).flat()).toSorted()).toEqual(identities(items).toSorted());
    });
  });

  it('admits at most 50 items, none of them older than an item that it leaves out', () => {
    always((_, __, { admit, surplus }) => {
      const dates = admit.map(({ item }) => item.published_at ?? '');
      expect(dates).toEqual(dates.toSorted().toReversed());
      expect(admit.length).toBeLessThanOrEqual(ADMITTED);
      expect(surplus.length === 0 || admit.length === ADMITTED).toBe(true);
      for (const { item } of surplus) expect((item.published_at ?? '') < dates.at(-1)!).toBe(true);
    });
  });

  it('shows only a new subscriber the newest 50 items, each either admitted or shown', () => {
    always(({ isForNewSubscriber }, items, { admit, update, revive, keep, show }) => {
      const newest = items.toSorted((a, b) => (a.item.published_at! < b.item.published_at! ? 1 : -1));
      const given = new Set([...admit, ...show]);
      for (const item of isForNewSubscriber ? newest.slice(0, ADMITTED) : [])
        expect(given.has(item)).toBe(true);
      expect(show.length).toBeLessThanOrEqual(isForNewSubscriber ? ADMITTED : 0);
      const known = new Set([...update, ...revive, ...keep]);
      expect(show.every((item) => known.has(item))).toBe(true);
      expect(revive.every((item) => show.includes(item))).toBe(true);
    });
  });

  it('does not depend on the order of dated items', () => {
    fc.assert(
      fc.property(anyWorld, fc.infiniteStream(fc.nat()), (world, random) => {
        const shuffled = {
          ...world,
          stories: world.stories
            .map((story) => ({ story, at: random.next().value }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ story }) => story),
        };
        const setsIn = (of: World) =>
          setsOf(planFor(of, seenBefore(world), storedIn(world), documentOf(of, true)).plan).map(identities);
        expect(setsIn(shuffled)).toEqual(setsIn(world));
      }),
      often,
    );
  });

  it('admits, updates and restores nothing when it is made again after it was applied', () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        const items = documentOf(world, true);
        const articles = storedIn(world);
        const seen = seenBefore(world);
        const { plan, recognition } = planFor(world, seen, articles, items);
        for (const { article_id } of [...plan.admit, ...plan.update, ...plan.revive])
          articles.set(article_id, { article_id, ttl: TTL } as Article);
        const remembered =
          remember(seen, recognition.items, TODAY, recognition.replaced, plan.left_out) ?? seen;
        const again = planFor(world, remembered, articles, items).plan;
        expect(again).toMatchObject({
          admit: [],
          surplus: [],
          update: [],
          revive: [],
          unchanged: items.length,
        });
      }),
      often,
    );
  });
});
