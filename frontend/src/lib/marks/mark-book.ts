import { MARKED_AT_ONCE } from '@omomi/backend/contract';

export type ReadMark = { article_id: string; feed_id: string; is_read: boolean };

/** The time for which sent marks are remembered, longer than any request takes, in milliseconds. */
const REMEMBERED_MS = 60_000;
/**
 * The time in milliseconds after which a mark of another tab counts as sent if that tab has said nothing more about it, because
 * it was closed: two seconds of collecting, and a slow answer.
 */
const ELSEWHERE_MS = 10_000;

/** A mark, and its place in the order in which marks were made. */
type Noted = { mark: ReadMark; order: number };

/**
 * A mark that this tab has sent or that another tab made. Answers that were asked for after `at` hold it. `isOpen` until the
 * other tab says what became of it.
 */
type Known = Noted & { at: number; isOpen: boolean };

const nameOf = ({ article_id, is_read }: ReadMark): string => `${article_id} ${is_read}`;

/** Keeps account of marks that were sent lately, here or in other tabs, and of those that other tabs have yet to send. */
const createKnownMarks = () => {
  let known: Known[] = [];
  const add = (noted: readonly Noted[], at: number, isOpen: boolean): void => {
    known = [
      ...known.filter((each) => each.at >= at - REMEMBERED_MS),
      ...noted.map((each) => ({ ...each, at, isOpen })),
    ];
  };
  return {
    sent: (noted: readonly Noted[], at: number): void => add(noted, at, false),
    told: (noted: readonly Noted[], at: number): void => add(noted, at + ELSEWHERE_MS, true),
    settle: (marks: readonly ReadMark[], isTaken: boolean, at: number): void => {
      const names = new Set(marks.map(nameOf));
      known = known.flatMap((each) => {
        // Each name is that of the oldest such mark.
        if (!each.isOpen || !names.delete(nameOf(each.mark))) return each;
        return isTaken ? { ...each, at, isOpen: false } : [];
      });
    },
    later: (since: number): Noted[] => known.filter(({ at }) => at >= since),
  };
};

const marksOf = (noted: Iterable<Noted>): ReadMark[] => Array.from(noted, ({ mark }) => mark);

export type MarkBook = {
  /**
   * Notes a mark. The opposite of one that waits takes it back, since the server then has what is wanted. Returns true if it
   * did.
   */
  add: (mark: ReadMark) => boolean;
  hasWaiting: () => boolean;
  /** The number of batches that what waits makes. */
  batches: () => number;
  /** Takes up to 200 articles with the same mark from those that wait. One batch at a time is being sent. */
  begin: () => ReadMark[];
  /** Ends the batch that is being sent: the server took it. `at` is the time by the clock of `later`. */
  took: (at: number) => void;
  /** Notes marks that another tab made at the time `at`, and that the server may not have for some seconds. */
  told: (marks: readonly ReadMark[], at: number) => void;
  /**
   * Notes that the server took marks of another tab, at the time `at`, or that it will never get them: they were refused or
   * taken back.
   */
  settled: (marks: readonly ReadMark[], isTaken: boolean, at: number) => void;
  /** Ends the batch, which waits again. `isOpen` if the server may have taken it although no answer came. */
  failed: (isOpen: boolean) => void;
  /** Ends the batch, which is given up. Returns its marks, without those that the reader has replaced meanwhile. */
  refused: () => ReadMark[];
  /** The marks that the server does not have for certain. */
  unsent: () => ReadMark[];
  /** Returns the marks that an answer asked for at `since` may not know yet, in the order in which they were made. */
  later: (since: number) => ReadMark[];
};

/** Keeps account of read marks: which wait, which are being sent, and which the server took within the last minute. */
export const createMarkBook = (): MarkBook => {
  let waiting = new Map<string, Noted>();
  let sending = new Map<string, Noted>();
  const known = createKnownMarks();
  let made = 0;
  const note = (mark: ReadMark): Noted => ({ mark, order: (made += 1) });
  /** Articles whose mark at the server may be the same as the one that waits. */
  const open = new Set<string>();
  return {
    add: (mark) => {
      const before = waiting.get(mark.article_id)?.mark;
      const isTakenBack =
        before !== undefined && before.is_read !== mark.is_read && !open.has(mark.article_id);
      if (isTakenBack) waiting.delete(mark.article_id);
      else waiting.set(mark.article_id, note(mark));
      return isTakenBack;
    },
    hasWaiting: () => waiting.size > 0,
    batches: () => {
      const read = [...waiting.values()].filter(({ mark }) => mark.is_read).length;
      return Math.ceil(read / MARKED_AT_ONCE) + Math.ceil((waiting.size - read) / MARKED_AT_ONCE);
    },
    begin: () => {
      const isRead = waiting.values().next().value?.mark.is_read;
      const batch = [...waiting].filter(([, { mark }]) => mark.is_read === isRead).slice(0, MARKED_AT_ONCE);
      for (const [id] of batch) waiting.delete(id);
      sending = new Map(batch);
      return marksOf(sending.values());
    },
    took: (at) => {
      known.sent([...sending.values()], at);
      for (const id of sending.keys()) open.delete(id);
      sending = new Map();
    },
    told: (marks, at) => known.told(marks.map(note), at),
    settled: known.settle,
    failed: (isOpen) => {
      // A mark that was made meanwhile replaces the one that failed. It may be what the server has already, so that its
      // opposite must be sent and does not just take it back.
      for (const id of sending.keys()) if (isOpen || waiting.has(id)) open.add(id);
      waiting = new Map([...sending, ...waiting]);
      sending = new Map();
    },
    refused: () => {
      const given = marksOf(sending.values()).filter(({ article_id }) => !waiting.has(article_id));
      sending = new Map();
      return given;
    },
    unsent: () => marksOf(new Map([...sending, ...waiting]).values()),
    later: (since) =>
      marksOf(
        [...known.later(since), ...sending.values(), ...waiting.values()].toSorted(
          (a, b) => a.order - b.order,
        ),
      ),
  };
};
