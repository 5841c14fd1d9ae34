import { readFileSync } from 'node:fs';

declare module 'vitest' {
  interface TaskMeta {
    /** The processor time, in seconds, that a test file took with the processes that it started and waited for. */
    cpu_seconds?: number;
  }
}

/** The unit of the times in `/proc/PID/stat`: a hundredth of a second on every architecture. */
const TICKS_PER_SECOND = 100;
/** The places of utime, stime, cutime and cstime among the fields that follow the name of the process; see proc_pid_stat(5). */
const [FIRST, END] = [11, 15];

/**
 * Returns the processor time, in seconds, that this process has used since its start. On Linux it includes the processes
 * that it started and that have ended.
 */
const cpuSeconds = (): number => {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(FIRST, END).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
};

let before = 0;

/** Returns the processor time, in seconds, since the last call, or since the start of the process. */
export const cpuSecondsSinceLast = (): number => {
  const now = cpuSeconds();
  const taken = now - before;
  before = now;
  return taken;
};
