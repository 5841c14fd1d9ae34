import type { Query } from '../../src/search/query/query.ts';
import { createEmbeddedEmbedder } from '../../src/scoring/embedders/embedded.ts';
import { newKeywordMemory } from '../../src/scoring/keyword-vector.ts';
import { meaningOf as meaningBy } from '../../src/search/results/meaning.ts';

const ctx = { embedder: createEmbeddedEmbedder(), keywordMemory: newKeywordMemory() };

/** Returns the meaning of a query's words, as the API does. */
export const meaningOf = (query: Query) => meaningBy(ctx, query);
