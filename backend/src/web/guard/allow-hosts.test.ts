import { describe, expect, it } from 'vitest';
import { isAllowedHost, parseAllowHosts } from './target.ts';

describe('parseAllowHosts', () => {
  it('reads hosts and hosts with ports, in any case and spacing', () => {
    expect([...parseAllowHosts(' 127.0.0.1:8081, Intranet.Example ,[::1]:80,,0x7f.1:9')]).toEqual([
      '127.0.0.1:8081',
      'intranet.example',
      '[::1]:80',
      '127.0.0.1:9',
    ]);
    expect(parseAllowHosts('').size).toBe(0);
  });

  it.each([
    'http://a.example',
    'a.example/path',
    'a b',
    'user@a.example',
    'a.example:99999',
    'a.example:',
    '::1',
  ])('reports "%s" as invalid', (entry) => {
    expect(() => parseAllowHosts(`ok.example,${entry}`)).toThrow(`"${entry}" is no host`);
  });

  it('allows any port of a host and only the named port of a host with one', () => {
    const allowed = parseAllowHosts('a.example,b.example:8081');
    expect(isAllowedHost(allowed, 'a.example', 9999)).toBe(true);
    expect(isAllowedHost(allowed, 'b.example', 8081)).toBe(true);
    expect(isAllowedHost(allowed, 'b.example', 80)).toBe(false);
    expect(isAllowedHost(allowed, 'sub.a.example', 80)).toBe(false);
  });
});
