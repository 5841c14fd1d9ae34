import { readFileSync } from 'node:fs';

/** Milliseconds between two checks. */
const PERIOD = 250;

/** The parent when this module was loaded, which `start.js` does before anything else. */
const parent = process.ppid;

/** Returns true if npm is process 1, as in a container: a child of process 1 then has a parent that lives. */
const isNpmFirstProcess = (): boolean => {
  try {
    return readFileSync('/proc/1/cmdline', 'utf8').includes('npm');
  } catch {
    return false;
  }
};

// A child whose parent has ended belongs to process 1. The parent may end before this process runs its first line.
const isOrphanFromStart = parent === 1 && !isNpmFirstProcess();

/**
 * Returns true if the process that started this one has ended. npm passes a signal to the shell between it and this
 * process; the shell ends without passing it on. On Windows the parent's id never changes, so the answer is false.
 */
export const isParentGone = (): boolean => isOrphanFromStart || process.ppid !== parent;

/** Calls `run` once when the parent has ended. Returns the function that ends the watch. */
export const onParentGone = (run: () => void): (() => void) => {
  const timer = setInterval(() => {
    if (!isParentGone()) return;
    clearInterval(timer);
    run();
  }, PERIOD).unref();
  return () => clearInterval(timer);
};
