import type { DocumentParser } from '../../src/parser/document-parser.ts';
import { inThreadParser } from '../harness/in-thread-parser.ts';
import type { Embedder, EmbedRequest, EmbedResult } from '../../src/model/score/embedder.ts';
import { createEmbeddedEmbedder } from '../../src/scoring/embedders/embedded.ts';

/**
 * Returns the parser of the tests, which reads each page once: the runs of a use case differ in their faults, not in their
 * pages, and reading took a quarter of the time.
 */
export const rememberingParser = (): DocumentParser => {
  const known = new Map<string, ReturnType<DocumentParser['readArticle']>>();
  return {
    ...inThreadParser,
    readArticle: (body, contentType, url) => {
      const key = JSON.stringify([Buffer.from(body).toString('latin1'), contentType, url]);
      const article = known.get(key) ?? inThreadParser.readArticle(body, contentType, url);
      known.set(key, article);
      return article.then((read) => ({ ...read }));
    },
  };
};

/** Returns the embedded model, which embeds each text once, for the same reason. */
export const rememberingEmbedder = (): Embedder => {
  const { model, embed } = createEmbeddedEmbedder();
  const known = new Map<string, EmbedResult>();
  const embedOnce = async (request: EmbedRequest): Promise<EmbedResult> => {
    const key = JSON.stringify([request.title, request.body, request.purpose]);
    const before = known.get(key);
    if (before !== undefined) return before;
    const [result] = await embed([request]);
    if (result === undefined) throw new Error('The embedder returned no result.');
    known.set(key, result);
    return result;
  };
  return { model, embed: (requests) => Promise.all(requests.map(embedOnce)) };
};
