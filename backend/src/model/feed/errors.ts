import { DomainError } from '../../lib/domain-error.ts';

/** Returns the error of a reader who follows no feed with this id. */
export const feedUnknown = () => new DomainError('NOT_FOUND', 'You follow no feed with this id.');
