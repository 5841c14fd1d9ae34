import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 30;

/** The time that a test file took, in seconds: by the clock, and of the processor, which a busy machine does not change much. */
type FileTime = { name: string; seconds: number; cpuSeconds: number };

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Returns a heading and one line for each of the files that took the most processor time, the most first. */
const slowestFiles = (files: readonly FileTime[]): string => {
  const slowest = files.toSorted((a, b) => b.cpuSeconds - a.cpuSeconds).slice(0, SHOWN);
  const lines = slowest.map(
    ({ name, seconds, cpuSeconds }) =>
      `${cpuSeconds.toFixed(1).padStart(8)} ${seconds.toFixed(1).padStart(7)}  ${name}`,
  );
  const total = sumOf(files.map(({ cpuSeconds }) => cpuSeconds));
  return [
    `${files.length} files took ${total.toFixed(0)} s of processor time. The ${slowest.length} that took most:`,
    `${'cpu s'.padStart(8)} ${'clock s'.padStart(7)}`,
    ...lines,
  ].join('\n');
};

const timeOf = (module: TestModule): FileTime => {
  const { setupDuration, collectDuration, duration } = module.diagnostic();
  return {
    name: `${module.relativeModuleId} (${module.project.name})`,
    seconds: (setupDuration + collectDuration + duration) / 1000,
    cpuSeconds: module.meta().cpu_seconds ?? 0,
  };
};

/** Prints the slowest files at the end of a run of several files. */
export default class SlowestFilesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length > 1) console.log(`${slowestFiles(modules.map(timeOf))}\n`);
  }
}
