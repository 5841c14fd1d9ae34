import { expect, it } from 'vitest';
import { securityHeaders } from '../../backend/src/local/http/security-headers.ts';
import { contentSecurityPolicy } from '../lib/frontend/security-headers.ts';

it('the local runner’s pages have the policy of the distribution’s, without inline scripts', () => {
  expect(securityHeaders['content-security-policy']).toBe(contentSecurityPolicy);
  expect(contentSecurityPolicy).toContain("script-src 'self';");
  expect(contentSecurityPolicy).toContain("frame-ancestors 'none'");
});
