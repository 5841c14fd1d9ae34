/** Milliseconds between two looks. */
const PERIOD = 500;

/**
 * Calls back once when the process that started this one has ended; the answer ends the watch. npm hands a signal to the
 * shell between it and us, which dies of it without telling us. Windows never shows another parent.
 */
export const onParentGone = (run: () => void): (() => void) => {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    run();
  }, PERIOD).unref();
  return () => clearInterval(timer);
};
