import { describe, expect, it } from 'vitest';
import { setupLines } from './host-names.ts';
import { readOptions } from './options.ts';

const linesOf = (variables: Record<string, string>): string => {
  const options = readOptions(['--port', '8400'], variables);
  if (options === 'help') throw new Error('these options are no request for help');
  return setupLines(options, '/invitation#code').join('\n');
};

describe('the link for the first owner', () => {
  const here = 'http://localhost:8400/invitation#code';

  it('works on this machine where that of the network is not https', () => {
    const lines = linesOf({ HOST: '0.0.0.0' });
    expect(lines).toContain('That address is not https');
    expect(lines).toContain(`In a browser on this machine itself: ${here}`);
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'has the name of a proxy',
      { ALLOWED_HOSTS: 'reader.example' },
      'https://reader.example/invitation#code',
    ],
    [
      'is plain where the owner allows it',
      { HOST: '192.0.2.7', ALLOW_HTTP: 'on' },
      'http://192.0.2.7:8400/invitation#code',
    ],
    ['names an address of its own', { HOST: '192.0.2.7' }, 'http://192.0.2.7:8400/invitation#code'],
  ])('%s, and is the only one', (_, variables, link) => {
    const lines = linesOf(variables);
    expect(lines.match(/https?:\S+/g)).toEqual([link]);
  });
});
