import type { articleFilter, articleSort } from '@omomi/backend/contract';
import type { z } from 'zod';

export type ArticleSort = z.infer<typeof articleSort>;
export type ArticleFilter = z.infer<typeof articleFilter>;
