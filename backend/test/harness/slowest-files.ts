import type { Reporter } from 'vitest/node';

const SHOWN = 12;

/** The time that a test file took: loading it, its hooks and its tests. */
type FileTime = { name: string; seconds: number };

/** Returns a heading and one line for each of the slowest files, slowest first. */
export const slowestFiles = (files: readonly FileTime[]): string => {
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SHOWN);
  const lines = slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
  return [`The ${lines.length} slowest of ${files.length} files:`, ...lines].join('\n');
};

/** Prints the slowest files at the end of a run of several files. */
export const slowestFilesReporter: Reporter = {
  onTestRunEnd: (modules) => {
    const files = modules.map((module) => {
      const { setupDuration, collectDuration, duration } = module.diagnostic();
      return {
        name: `${module.relativeModuleId} (${module.project.name})`,
        seconds: (setupDuration + collectDuration + duration) / 1000,
      };
    });
    if (files.length > 1) console.log(`${slowestFiles(files)}\n`);
  },
};
