import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { apiDocsFile, renderApiDocs } from '../../../docs/api-docs.ts';

describe('docs/api.md', () => {
  it('is the output of npm run docs:api for the contract', async () => {
    expect(await readFile(apiDocsFile, 'utf8')).toBe(renderApiDocs());
  });
});
