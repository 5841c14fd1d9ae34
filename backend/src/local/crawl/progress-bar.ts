const WIDTH = 24;
/** Shortest time between two drawings, in milliseconds. */
const EVERY_MS = 100;

export type Progress = { done: number; total: number };

/** Returns the line that shows how far a crawl is. */
const progressLine = ({ done, total }: Progress, rate: number): string => {
  const filled = total === 0 ? 0 : Math.floor((done / total) * WIDTH);
  const bar = '#'.repeat(filled).padEnd(WIDTH, '.');
  return `[${bar}] ${done} of ${total} pages found, ${rate.toFixed(1)} a second`;
};

/** Creates a bar on a terminal, which draws over itself. Elsewhere nothing is drawn. */
export const createProgressBar = (write: (text: string) => void, isTerminal: boolean, now: () => Date) => {
  const begun = now().getTime();
  let first: number | null = null;
  let drawn = 0;
  return {
    show: (progress: Progress): void => {
      first ??= progress.done;
      const at = now().getTime();
      if (!isTerminal || at - drawn < EVERY_MS) return;
      drawn = at;
      // A crawl that goes on counts from where it was.
      const rate = (progress.done - first) / Math.max(0.001, (at - begun) / 1000);
      write(`\r\u001B[K${progressLine(progress, rate)}`);
    },
    end: (): void => {
      if (isTerminal && drawn > 0) write('\r\u001B[K');
    },
  };
};
