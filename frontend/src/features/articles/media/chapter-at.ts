import type { Chapter } from '@omomi/backend/contract';

/** Seconds by which a browser may stop before the place that it was sent to. */
const SHORT_OF = 0.1;

/** Returns the index of the chapter that is heard at a time, in seconds; -1 before the first. The chapters are in order. */
export const chapterAt = (chapters: readonly Pick<Chapter, 'start'>[], seconds: number): number =>
  chapters.findLastIndex(({ start }) => start <= seconds + SHORT_OF);
