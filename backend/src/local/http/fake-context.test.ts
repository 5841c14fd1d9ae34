import { describe, expect, it } from 'vitest';
import { createFakeContext } from './http-event.ts';
import { createLog } from '../../logging/redact.ts';
import { createManualClock } from '../../../test/harness/manual-clock.ts';

describe('fake context', () => {
  it('counts the remaining time down to 0, and has a unique request id', async () => {
    const time = createManualClock();
    const newContext = () => createFakeContext({ functionName: 'api', timeout: 3000, now: time.clock.now });
    const context = newContext();
    expect(context.getRemainingTimeInMillis()).toBe(3000);
    await time.advance(1000);
    expect(context.getRemainingTimeInMillis()).toBe(2000);
    await time.advance(9000);
    expect(context.getRemainingTimeInMillis()).toBe(0);
    expect(context.invokedFunctionArn).toContain(':function:api');
    expect(newContext().awsRequestId).not.toBe(context.awsRequestId);
  });
});

describe('log', () => {
  it('has one readable line per entry if asked, with its fields, and nothing below its level', () => {
    const lines: string[] = [];
    const log = createLog(
      (line) => lines.push(line),
      () => new Date('2026-01-31T08:00:00.123Z'),
      { least: 'warn', format: 'readable' },
    );
    log.info('asked', {});
    log.warn('fetched', { host: 'example.org', status: 503, why: 'a "line"\nmore', none: undefined });
    log.error('failed', { error: new Error('outer\nline') });
    expect(lines[0]).toBe(
      '2026-01-31 08:00:00 WARN  fetched host=example.org status=503 why="a \\"line\\"\\nmore"\n',
    );
    expect(lines[1]).toMatch(/^2026-01-31 08:00:00 ERROR failed error=\{.*"outer\\nline"/);
    expect(lines.map((line) => line.indexOf('\n') === line.length - 1)).toEqual([true, true]);
  });

  it('has one line per entry, and errors with their causes', () => {
    const lines: string[] = [];
    const log = createLog(
      (line) => lines.push(line),
      () => new Date('2026-01-31T00:00:00.000Z'),
    );
    const error = new Error('outer\nline', { cause: new TypeError('inner') });
    log.error('failed', { queue: 'fetch', error });
    expect(lines).toHaveLength(1);
    expect(lines[0]!.indexOf('\n')).toBe(lines[0]!.length - 1);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      level: 'ERROR',
      timestamp: '2026-01-31T00:00:00.000Z',
      message: 'failed',
      queue: 'fetch',
      error: { message: 'outer\nline', cause: { name: 'TypeError', message: 'inner' } },
    });
  });
});
