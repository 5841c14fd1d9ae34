import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { apiDocsFile, renderApiDocs } from '../bench/api-docs.ts';

describe('docs/api.md', () => {
  it('is what npm run docs:api makes of the contract', async () => {
    expect(await readFile(apiDocsFile, 'utf8')).toBe(renderApiDocs());
  });
});
