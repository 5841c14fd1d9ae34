import { z } from 'zod';

/** The languages of the page, and of what Omomi writes outside it. */
export const languages = ['en', 'ja', 'de'] as const;
export const language = z.enum(languages);
export type Language = z.infer<typeof language>;
