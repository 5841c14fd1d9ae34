import type { ArticleRow, NotificationSettings } from '../contract/index.ts';
import type { Told } from '../model/reader/notified.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A story that has not been notified this long after it arrived is not notified any more. */
export const NEWS_MS = DAY_MS;
/** A notification is remembered this long, because a story takes new articles as long. */
export const TOLD_MS = 3 * DAY_MS;
/** The preview looks at each half hour of the week. */
const PREVIEW_STEP_MS = HOUR_MS / 2;
export const PREVIEW_MS = 7 * DAY_MS;

type Timing = Pick<NotificationSettings, 'most_a_day' | 'quiet' | 'time_zone'>;

/** The fields of an article that the choice needs: its id, its story and its arrival. */
export type Candidate = Pick<ArticleRow, 'article_id' | 'created_at' | 'story'>;

/** Returns the day and the time of day that clocks show in the time zone: `2026-03-29` and `02:30`. */
export const createClock = (timeZone: string): ((at: Date) => { day: string; time: string }) => {
  // Swedish writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (at) => {
    const [day = '', time = ''] = format.format(at).split(' ');
    return { day, time };
  };
};

/** Returns true in the quiet hours: from `from` on, until before `to`, which may be on the next day. */
const isQuiet = ({ quiet }: Timing, time: string): boolean => {
  if (quiet === null || quiet.from === quiet.to) return false;
  const { from, to } = quiet;
  return from < to ? from <= time && time < to : from <= time || time < to;
};

/**
 * Returns the function that says how many notifications may be sent at a time, after those that were: none in the quiet
 * hours, otherwise what is left of the day. Days and hours are those that clocks show in the reader's time zone.
 */
export const createRoom = (timing: Timing): ((told: readonly Pick<Told, 'at'>[], at: Date) => number) => {
  const clock = createClock(timing.time_zone);
  return (told, at) => {
    const { day, time } = clock(at);
    if (isQuiet(timing, time)) return 0;
    const today = told.filter((each) => clock(new Date(each.at)).day === day).length;
    return Math.max(0, timing.most_a_day - today);
  };
};

export const storyOf = ({ article_id, story }: Candidate): string => story?.story_id ?? article_id;

/** Returns the rows of stories of which nothing was told yet. */
export const untold = <T extends Candidate>(rows: readonly T[], told: readonly Told[]): T[] => {
  const known = new Set(told.flatMap(({ article_id, story_id }) => [article_id, story_id]));
  return rows.filter(
    (row) =>
      ![row.article_id, storyOf(row), ...(row.story?.others ?? []).map((other) => other.article_id)].some(
        (id) => known.has(id),
      ),
  );
};

/** Adds a story to what was told, and forgets what was told long ago. */
export const withTold = (told: readonly Told[], row: Candidate, at: Date): Told[] => [
  ...told.filter((each) => Date.parse(each.at) > at.getTime() - TOLD_MS),
  { article_id: row.article_id, story_id: storyOf(row), at: at.toISOString() },
];

/** Returns what the last seven days would have brought, by the same choice at each half hour. `rows`: the best first. */
export const wouldHaveTold = <T extends Candidate>(
  rows: readonly T[],
  timing: Timing,
  now: Date,
): { row: T; at: string }[] => {
  const room = createRoom(timing);
  const sent: { row: T; at: string }[] = [];
  let told: Told[] = [];
  for (let time = now.getTime() - PREVIEW_MS; time <= now.getTime(); time += PREVIEW_STEP_MS) {
    const at = new Date(time);
    const news = rows.filter(
      ({ created_at }) => Date.parse(created_at) <= time && Date.parse(created_at) > time - NEWS_MS,
    );
    for (;;) {
      const [row] = untold(news, told);
      if (row === undefined || room(told, at) === 0) break;
      sent.push({ row, at: at.toISOString() });
      told = withTold(told, row, at);
    }
  }
  return sent;
};
