import { DomainError } from '../../lib/errors.ts';

/** The faults of a file: of another kind, cut off or damaged, above a limit of size or structure, or of feeds. */
export type FileFault = 'unknown' | 'damaged' | 'too_large' | 'too_many_feeds';

/** A file cannot be taken in; the message is one sentence for the reader. */
export class RefusedFile extends DomainError {
  override readonly name = 'RefusedFile';
  readonly fault: FileFault;

  constructor(fault: FileFault, message: string) {
    super('VALIDATION_FAILED', message, [{ path: '', message, fault }]);
    this.fault = fault;
  }
}
