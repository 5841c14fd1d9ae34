import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Matches the tag of a test or a file that takes seconds on a quiet machine. */
const TAG = /tags: \['long'\]|@module-tag long/;
/** The milliseconds to expect of a tagged file that this machine has not run yet. */
const TAGGED = 30_000;

/** Returns the milliseconds to expect of a test file: those of its last run, or by its tag and length without one. */
const expectedDuration = (last: number | undefined, text: () => string): number => {
  if (last !== undefined) return last;
  const source = text();
  return source.length / 10 + (TAG.test(source) ? TAGGED : 0);
};

/**
 * Starts the files that take longest first, so that no core is idle at the end. The projects follow each other as the
 * configuration lists them, because a worker serves one project.
 */
export class SlowFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { projects, cache } = this.ctx;
    const places = new Map(
      files.map((file) => {
        const last = cache.getTestSpecificationResult(file)?.duration;
        const duration = expectedDuration(last, () => readFileSync(file.moduleId, 'utf8'));
        return [file, { project: projects.indexOf(file.project), duration }];
      }),
    );
    const placeOf = (file: TestSpecification) => places.get(file) ?? { project: 0, duration: 0 };
    return Promise.resolve(
      files.toSorted((first, second) => {
        const [a, b] = [placeOf(first), placeOf(second)];
        return a.project - b.project || b.duration - a.duration;
      }),
    );
  }
}
