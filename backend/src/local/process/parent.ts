/** Milliseconds between two checks. */
const PERIOD = 500;

/**
 * Calls `run` once when the parent process has ended. Returns a function that ends the watch. It is needed under
 * npm, which sends a signal only to the shell between npm and this process, and the shell dies without passing it on.
 * Never calls `run` on Windows, where the id of the parent does not change.
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
