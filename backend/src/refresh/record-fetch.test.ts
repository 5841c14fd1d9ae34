import { expect, it } from 'vitest';
import { sampleFeed } from '../../test/harness/samples/storage-samples.ts';
import { reportFacts } from './record-fetch.ts';

it.each([
  ['updated', 'info'],
  ['unchanged', 'info'],
  ['failed', 'warn'],
] as const)('logs a fetch whose outcome is %s at %s', (outcome, expected) => {
  const lines: [level: string, message: string, outcome: unknown][] = [];
  const line = (level: string) => (message: string, fields: Record<string, unknown>) => {
    lines.push([level, message, fields['outcome']]);
  };
  const log = { info: line('info'), warn: line('warn'), error: line('error') };
  const now = () => new Date('2026-01-31T08:00:00.000Z');
  reportFacts({ log, now }, sampleFeed(), now(), { status: 500, outcome });
  expect(lines).toEqual([[expected, 'fetched', outcome]]);
});
