import { expect, it } from 'vitest';
import { securityHeaders } from '../../backend/src/local/http/refusals.ts';
import { contentSecurityPolicy } from '../../backend/src/config/security-policy.ts';

it('the local runner’s pages have the policy of the distribution’s, without inline scripts', () => {
  expect(securityHeaders['content-security-policy']).toBe(contentSecurityPolicy);
  expect(contentSecurityPolicy).toContain("script-src 'self';");
  expect(contentSecurityPolicy).toContain("frame-ancestors 'none'");
});

it('the policy opens sound and films over https and two hosts of players, and nothing else', () => {
  const foreign = contentSecurityPolicy
    .split('; ')
    .filter((directive) => /\bhttps?:/.test(directive) || directive.includes('*'));
  expect(foreign).toEqual([
    // Without the image proxy. With it, the page forbids all pictures but its own.
    "img-src 'self' https: data:",
    'media-src https: blob:',
    'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
  ]);
});
