import { randomUUID } from 'node:crypto';

/** Returns an id that sorts by creation time: 9 characters of the time, then 16 random hex digits. */
export const newId = (): string =>
  Date.now().toString(36).padStart(9, '0') + randomUUID().replaceAll('-', '').slice(0, 16);
