import { describe, expect, it } from 'vitest';
import { checkTarget, parseAllowHosts } from './target.ts';
import { OutboundError } from './guarded-fetch.ts';

const none = parseAllowHosts('');

const refused = [
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://0/',
  'http://１２７.0.0.1/',
  'http://127。0。0。1/',
  'http://[::]/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:8.8.8.8]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:53aa:64c::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[ff02::1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://10.0.0.1/',
  'http://192.168.1.1/',
  'http://172.16.0.1/',
  'http://100.64.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://user@example.com/',
  'http://user:secret@example.com/',
  'http://:secret@example.com/',
  'http://example.com@127.0.0.1/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'javascript:alert(1)',
  'data:text/xml,<rss/>',
  'http://example.com:22/',
  'http://example.com:25/',
  'http://example.com:1023/',
  'http://example.com:0/',
  'https://example.com:81/',
  'example.com',
  'http://',
  '',
];

describe('checkTarget', () => {
  it.each(refused)('refuses %s', (address) => {
    expect(() => checkTarget(address, none)).toThrow(OutboundError);
    expect(() => checkTarget(address, none)).toThrow(expect.objectContaining({ fault: 'address_refused' }));
  });

  it.each([
    'http://example.com/',
    'https://example.com:443/',
    'https://example.com:8443/a?b#c',
    'http://1.1.1.1:1024/',
  ])('allows %s', (address) => {
    expect(checkTarget(address, none).hash).toBe('');
  });

  it('never repeats a password in its message', () => {
    expect(() => checkTarget('http://user:secret@example.com/', none)).toThrow(/^(?!.*secret)/);
  });

  it('allows listed hosts, on a restricted port only if the entry names it', () => {
    const allowed = parseAllowHosts('127.0.0.1:81,10.0.0.1');
    expect(checkTarget('http://127.0.0.1:81/', allowed).port).toBe('81');
    expect(checkTarget('http://10.0.0.1/', allowed).hostname).toBe('10.0.0.1');
    expect(() => checkTarget('http://127.0.0.1:82/', allowed)).toThrow(OutboundError);
    expect(() => checkTarget('http://10.0.0.1:22/', allowed)).toThrow('Port 22');
  });
});
