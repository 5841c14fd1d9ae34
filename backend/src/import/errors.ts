/** Another import of the reader is running; the requested one was not started. */
export class ImportRunningError extends Error {
  override readonly name = 'ImportRunningError';
  readonly job_id: string;

  constructor(jobId: string) {
    super('Another import goes on. This document was not taken.');
    this.job_id = jobId;
  }
}
