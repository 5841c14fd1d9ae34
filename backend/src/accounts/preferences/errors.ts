import type { RetentionChoice } from '../../contract/index.ts';

/** The error for a reader who asks for a longer retention than the deployment's. */
export class RetentionBoundError extends Error {
  override readonly name = 'RetentionBoundError';
  readonly path: string;

  constructor(field: keyof RetentionChoice, bound: number) {
    super(`must be at most ${bound}, the limit of this service`);
    this.path = `retention.${field}`;
  }
}
