import { digest } from '../config/digest.ts';

const MINUTE_MS = 60_000;
const JITTER = 0.1;

/**
 * When a feed is due again: its interval (30 to 720 minutes) from now, moved by up to 10 % either way, by feed and day,
 * so that feeds added together do not stay together; never less than 30 minutes.
 */
export const nextFetchAt = (feedId: string, intervalMinutes: number, now: Date): string => {
  const share = parseInt(digest(8, feedId, now.toISOString().slice(0, 10)), 16) / 0xffffffff;
  const minutes = Math.max(30, intervalMinutes * (1 - JITTER + 2 * JITTER * share));
  return new Date(now.getTime() + Math.round(minutes * MINUTE_MS)).toISOString();
};
