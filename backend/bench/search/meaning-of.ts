import { createEmbeddedEmbedder } from '../../src/scoring/embedders/embedded.ts';
import { createMeaningOf } from '../../src/search/results/meaning.ts';
import { embedAll, keywordRequest } from '../relevance/rankings.ts';

/** Returns the vector of a query's words, as the API makes it. */
export const meaningOf = createMeaningOf(async ({ text }) => {
  const [vector] = await embedAll([keywordRequest(text)]);
  if (vector === undefined) throw new Error(`The model answered nothing for "${text}"`);
  return { vector };
}, createEmbeddedEmbedder().model);
