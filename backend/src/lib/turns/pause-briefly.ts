import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_MS = 20;

/** Waits up to 20 ms, each time another while, so that writers that met at one item do not meet there again. */
export const pauseBriefly = (): Promise<void> => sleep(Math.random() * LONGEST_MS);
