import { z } from 'zod';

export const health = z.object({ status: z.literal('ok'), version: z.string() });
