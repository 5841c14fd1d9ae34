import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { renderSettingsDocs, settingsDocsFile } from '../../../docs/settings-docs.ts';

describe('docs/settings.md', () => {
  it('is the output of npm run docs:settings for the settings', async () => {
    expect(await readFile(settingsDocsFile, 'utf8')).toBe(renderSettingsDocs());
  });
});
