import { Duration } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

/**
 * The content security policy, which the local runner also sets. The component library writes styles into the page.
 * Sound and films come from their publishers. Frames are the players of two hosts, shown once the reader asks for one.
 * Pictures may come from their publishers if the reader has switched the image proxy off. While it is on, the page
 * itself forbids all but its own (`first-paint.js`).
 */
export const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' https: data:",
  "font-src 'self'",
  'media-src https:',
  'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
  "connect-src 'self'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

const createPolicy = (
  scope: Construct,
  id: string,
  policy: { contentSecurityPolicy: string; override: boolean },
): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, id, {
    securityHeadersBehavior: {
      contentSecurityPolicy: policy,
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(365),
        includeSubdomains: true,
        override: true,
      },
    },
    customHeadersBehavior: {
      customHeaders: [
        {
          header: 'permissions-policy',
          value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
          override: true,
        },
        { header: 'cross-origin-opener-policy', value: 'same-origin', override: true },
      ],
    },
  });

export const createSecurityHeaders = (scope: Construct): ResponseHeadersPolicy =>
  createPolicy(scope, 'SecurityHeaders', { contentSecurityPolicy, override: true });

/**
 * Creates the headers for the API. The API sets its own policy on each answer, for example on an image that is opened
 * by itself. This policy applies only if the API did not answer.
 */
export const createApiHeaders = (scope: Construct): ResponseHeadersPolicy =>
  createPolicy(scope, 'ApiHeaders', {
    contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
    override: false,
  });
