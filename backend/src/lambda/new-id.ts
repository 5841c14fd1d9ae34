import { randomUUID } from 'node:crypto';

/** An id that sorts by the time it was made: 9 characters of it, then 16 random hex digits. */
export const newId = (): string =>
  Date.now().toString(36).padStart(9, '0') + randomUUID().replaceAll('-', '').slice(0, 16);
