/** The reason that a part cannot be used. */
export type BrokenReason = 'cut' | 'checksum' | 'version' | 'not_a_part' | 'content';

/** Thrown for a part that cannot be used: its articles count as not indexed. */
export class BrokenPartError extends Error {
  override readonly name = 'BrokenPartError';
  readonly reason: BrokenReason;

  constructor(reason: BrokenReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
