const MINUTE = 60_000;
export const DAY_MINUTES = 1440;

/** Changes of daylight saving time, from the IANA data of 2026: when, and the minutes before and after by which clocks differ from UTC. */
export const clockChanges = [
  { time_zone: 'Europe/Berlin', at: '2026-03-29T01:00:00Z', before: 60, after: 120 },
  { time_zone: 'Europe/Berlin', at: '2026-10-25T01:00:00Z', before: 120, after: 60 },
  { time_zone: 'America/New_York', at: '2026-03-08T07:00:00Z', before: -300, after: -240 },
  { time_zone: 'America/New_York', at: '2026-11-01T06:00:00Z', before: -240, after: -300 },
  { time_zone: 'Australia/Lord_Howe', at: '2026-04-04T15:00:00Z', before: 660, after: 630 },
  { time_zone: 'Australia/Lord_Howe', at: '2026-10-03T15:30:00Z', before: 630, after: 660 },
  { time_zone: 'Asia/Tokyo', at: '2026-06-01T00:00:00Z', before: 540, after: 540 },
  { time_zone: 'Asia/Kolkata', at: '2026-06-01T00:00:00Z', before: 330, after: 330 },
] as const;

export type ClockChange = (typeof clockChanges)[number];

/** Minutes of local time since 1970, by arithmetic alone. */
export const localMinutes = ({ at, before, after }: ClockChange, time: number): number =>
  Math.floor(time / MINUTE) + (time < Date.parse(at) ? before : after);
export const dayOf = (change: ClockChange, time: number): number =>
  Math.floor(localMinutes(change, time) / DAY_MINUTES);

/** A time of day as clocks show it: minutes after midnight as `07:30`. */
export const timeText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
