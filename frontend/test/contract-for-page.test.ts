import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contractForPage } from '../build/contract-for-page.ts';

const file = join(import.meta.dirname, '../../backend/src/contract/endpoints/article-endpoints.ts');

describe('the contract in the page', () => {
  it('has what the client reads of an endpoint, and nothing else', () => {
    const source = contractForPage(file, readFileSync(file, 'utf8'));
    const [, endpoint = ''] = /setRead: \{(.*?)\n {2}\}/su.exec(source) ?? [];
    const words = Array.from(endpoint.matchAll(/(\w+): ([^,\n]+)/g), ([, name, value]) => [name, value]);
    expect(words).toEqual([
      ['method', "'PUT'"],
      ['path', "'/api/articles/{article_id}/read'"],
      ['body', 'true'],
      ['response', 'articleRow'],
    ]);
    expect(source).not.toMatch(/summary|errors: |limit: 'public'/);
  });
});
