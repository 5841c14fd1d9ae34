import { ApiError } from './api-error.ts';

/** Returns the error that the server would answer to a file of another kind, for one that is not sent to it. */
export const refusedFile = (): ApiError =>
  new ApiError(
    { code: 'VALIDATION_FAILED', message: '', details: null, category: 'validation', action: '' },
    400,
  );
