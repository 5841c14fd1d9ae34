import type { ScheduleHints } from './parsed-feed.ts';

const PERIOD_MINUTES: Record<string, number> = {
  hourly: 60,
  daily: 24 * 60,
  weekly: 7 * 24 * 60,
  monthly: 30 * 24 * 60,
  yearly: 365 * 24 * 60,
};

type Syndication = { updatePeriod?: string | undefined; updateFrequency?: number | undefined };

const syndicationMinutes = (sy: Syndication | undefined): number | null => {
  const period = PERIOD_MINUTES[sy?.updatePeriod?.trim().toLowerCase() ?? ''];
  const frequency = sy?.updateFrequency ?? 1;
  return period === undefined || frequency <= 0 ? null : Math.max(1, Math.round(period / frequency));
};

/**
 * Returns RSS `ttl` in minutes, otherwise the Syndication module's period divided by its frequency; `skipHours` from 0
 * to 23, with 24 read as 0.
 */
export const scheduleHints = (
  ttl: number | undefined,
  sy: Syndication | undefined,
  skipHours: number[] | undefined,
): ScheduleHints => {
  const hours = (skipHours ?? []).filter((hour) => Number.isInteger(hour) && hour >= 0 && hour <= 24);
  return {
    ttl_minutes:
      ttl !== undefined && Number.isFinite(ttl) && ttl >= 1 ? Math.round(ttl) : syndicationMinutes(sy),
    skip_hours: [...new Set(hours.map((hour) => hour % 24))].toSorted((a, b) => a - b),
  };
};
