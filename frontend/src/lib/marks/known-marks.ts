export type ReadMark = { article_id: string; feed_id: string; is_read: boolean };

/** The time for which sent marks are remembered, longer than any request takes, in milliseconds. */
const REMEMBERED_MS = 60_000;
/**
 * The time in milliseconds after which a mark of another tab counts as sent if that tab has said nothing more about it, because
 * it was closed: two seconds of collecting, and a slow answer.
 */
const ELSEWHERE_MS = 10_000;

/** A mark, and its place in the order in which marks were made. */
export type Noted = { mark: ReadMark; order: number };

/**
 * A mark that this tab has sent or that another tab made. Answers that were asked for after `at` hold it. `isOpen` until the
 * other tab says what became of it.
 */
type Known = Noted & { at: number; isOpen: boolean };

const nameOf = ({ article_id, is_read }: ReadMark): string => `${article_id} ${is_read}`;

/** Keeps account of marks that were sent lately, here or in other tabs, and of those that other tabs have yet to send. */
export const createKnownMarks = () => {
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
