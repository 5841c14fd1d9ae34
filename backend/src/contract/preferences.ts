import { z } from 'zod';

/** Raised when a preference changes its meaning. */
export const PREFERENCES_VERSION = 1;

export const preferences = z.object({
  version: z.literal(PREFERENCES_VERSION),
  /** What resembles the articles the reader saved ranks higher, as a reason of its own. */
  like_saved: z.boolean(),
});

export const preferenceChanges = z.strictObject({ like_saved: z.boolean().optional() });

export type Preferences = z.infer<typeof preferences>;
export type PreferenceChanges = z.infer<typeof preferenceChanges>;
