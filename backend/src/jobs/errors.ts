/** Another import of the reader goes on; the one that was asked for now was not begun. */
export class ImportRunningError extends Error {
  override readonly name = 'ImportRunningError';
  readonly job_id: string;

  constructor(jobId: string) {
    super('Another import goes on. This document was not taken.');
    this.job_id = jobId;
  }
}

/** The reader has no job of this id: there never was one, or its 30 days are over. */
export class JobUnknownError extends Error {
  override readonly name = 'JobUnknownError';

  constructor() {
    super('You have no job with this id. Jobs are kept for 30 days.');
  }
}
