import { keywordMoves } from '../../learning/keyword-moves.ts';
import { keywordAdvice } from '../../learning/suggestions.ts';
import { keywordPreview, keywordShares } from '../../schemas/keywords.ts';
import type { Endpoint } from '../shape/endpoint.ts';

/** The endpoints with which a reader chooses keywords and their weights. */
export const keywordPageEndpoints = {
  previewKeyword: {
    method: 'POST',
    path: '/api/keywords/preview',
    summary:
      'How the last 200 articles would move with this keyword, or with another weight of a keyword that the reader has; the largest moves first. `parts` tell the same of any weight. Nothing is saved.',
    access: 'reader',
    limit: 'public',
    body: keywordPreview,
    status: 200,
    response: keywordMoves,
    errors: ['KEYWORD_LIMIT', 'MODEL_UNAVAILABLE'],
  },
  getKeywordShares: {
    method: 'GET',
    path: '/api/keywords/shares',
    summary:
      'In how many of the articles read in the last seven days each keyword counts for a tenth of the score or more. The newest 200 read articles are looked at.',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    status: 200,
    response: keywordShares,
    errors: [],
  },
  suggestKeywords: {
    method: 'GET',
    path: '/api/keywords/suggestions',
    summary:
      'Keywords that the reader’s saved and liked titles, folders and latest titles suggest, each with the reason; which of ' +
      'the reader’s keywords are the same, and which match too many articles. Nothing is stored.',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    status: 200,
    response: keywordAdvice,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
