/** Another import of the reader is running; the requested one was not started. */
export class ImportRunningError extends Error {
  override readonly name = 'ImportRunningError';
  readonly job_id: string;

  constructor(jobId: string) {
    super('Another import goes on. This document was not taken.');
    this.job_id = jobId;
  }
}

/** The reader has no job with this id: it never existed, or its 30 days are over. */
export class JobUnknownError extends Error {
  override readonly name = 'JobUnknownError';

  constructor() {
    super('You have no job with this id. Jobs are kept for 30 days.');
  }
}
