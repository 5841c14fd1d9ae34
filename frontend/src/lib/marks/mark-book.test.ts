import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../backend/test/harness/property-runs.ts';
import { createMarkBook, type ReadMark } from './mark-book.ts';

const tabs = [0, 1] as const;
/** The number of articles, all of which are unread at first. */
const ALL = 10;
type Tab = (typeof tabs)[number];

const other = (tab: Tab): Tab => (tab === 0 ? 1 : 0);

/**
 * A server and two tabs with a book each, which tell each other what they do. `shown` is what the reader sees in both. The
 * clock goes on at each step.
 */
const setUp = () => {
  const server = new Map<string, boolean>();
  const shown = new Map<string, boolean>();
  const books = [createMarkBook(), createMarkBook()] as const;
  const sending: [ReadMark[], ReadMark[]] = [[], []];
  let now = 0;
  const isUnsent = (tab: Tab, id: string): boolean =>
    books[tab].unsent().some(({ article_id }) => article_id === id);
  return {
    shown,
    tick: () => void (now += 1),
    toggle: (tab: Tab, id: string) => {
      // Two tabs that send opposite marks of an article at once may be heard in either order.
      if (isUnsent(other(tab), id)) return;
      const mark = { article_id: id, feed_id: 'f', is_read: shown.get(id) !== true };
      shown.set(id, mark.is_read);
      const isTakenBack = books[tab].add(mark);
      books[other(tab)].told([mark], now);
      const pair = [mark, { ...mark, is_read: !mark.is_read }];
      if (isTakenBack) books[other(tab)].settled(pair, false, now);
    },
    send: (tab: Tab) => {
      if (sending[tab].length === 0) sending[tab] = books[tab].begin();
    },
    /** The server takes the batch, and the other tab hears of it; or the batch fails and waits again. */
    answer: (tab: Tab, isWanted: boolean) => {
      const batch = sending[tab];
      sending[tab] = [];
      // Of a failed mark that was replaced meanwhile, no tab knows whether the server has it.
      if (!isWanted && batch.every(({ article_id, is_read }) => shown.get(article_id) === is_read))
        return books[tab].failed(false);
      for (const { article_id, is_read } of batch) server.set(article_id, is_read);
      books[tab].took(now);
      books[other(tab)].settled(batch, true, now);
    },
    /** Returns what the server knows now, and the function that tells what a tab makes of that later. */
    ask: (tab: Tab) => {
      const known = new Map(server);
      const since = now;
      const unread = ALL - [...known.values()].filter(Boolean).length;
      return () => {
        const rows = new Map(known);
        const later = books[tab].later(since);
        for (const { article_id, is_read } of later) rows.set(article_id, is_read);
        return { rows, count: later.reduce((sum, { is_read }) => sum + (is_read ? -1 : 1), unread) };
      };
    },
  };
};

const readOf = (marks: ReadonlyMap<string, boolean>): string[] =>
  [...marks].flatMap(([id, isRead]) => (isRead ? id : [])).toSorted();

describe('the book of marks', () => {
  it('makes of an answer what the reader sees, whichever tab made the marks and whenever they were sent', () => {
    const tab = fc.constantFrom(...tabs);
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ toggle: fc.constantFrom('a', 'b', 'c'), tab }) },
      fc.record({ send: fc.constant(true), tab }),
      fc.record({ isTaken: fc.boolean(), tab }),
      fc.record({ ask: fc.constant(true), tab }),
      fc.record({ look: fc.nat(3) }),
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 25, maxLength: 80 }), (steps) => {
        const world = setUp();
        let asked: ReturnType<typeof world.ask>[] = [];
        const look = (of: (typeof asked)[number]): void => {
          const { rows, count } = of();
          expect(readOf(rows)).toEqual(readOf(world.shown));
          expect(count).toBe(ALL - readOf(world.shown).length);
        };
        for (const each of steps) {
          world.tick();
          if ('toggle' in each) world.toggle(each.tab, each.toggle);
          else if ('send' in each) world.send(each.tab);
          else if ('isTaken' in each) world.answer(each.tab, each.isTaken);
          else if ('ask' in each) asked.push(world.ask(each.tab));
          else {
            const answered = asked[each.look];
            asked = asked.filter((one) => one !== answered);
            if (answered !== undefined) look(answered);
          }
        }
        asked.forEach(look);
      }),
      { numRuns: runs(300) },
    );
  });

  it('holds the marks of a tab that was closed for sent after ten seconds', () => {
    const book = createMarkBook();
    const mark = { article_id: 'a', feed_id: 'f', is_read: true };
    book.told([mark], 0);
    expect(book.later(9_000)).toEqual([mark]);
    expect(book.later(10_001)).toEqual([]);
  });

  it('forgets marks that the server refused in another tab', () => {
    const book = createMarkBook();
    const mark = { article_id: 'a', feed_id: 'f', is_read: true };
    book.told([mark], 0);
    book.settled([mark], false, 1);
    expect(book.later(0)).toEqual([]);
  });
});
