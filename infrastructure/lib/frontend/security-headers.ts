import { Duration } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { contentSecurityPolicy } from '../../../backend/src/config/security-policy.ts';

const createPolicy = (
  scope: Construct,
  id: string,
  policy: { contentSecurityPolicy: string; override: boolean },
  openerPolicy: 'same-origin' | 'unsafe-none' = 'same-origin',
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
        { header: 'cross-origin-opener-policy', value: openerPolicy, override: true },
      ],
    },
  });

export const createSecurityHeaders = (scope: Construct): ResponseHeadersPolicy =>
  createPolicy(scope, 'SecurityHeaders', { contentSecurityPolicy, override: true });

/** Creates the headers of the page that a bookmark opens from another site: it keeps the window that opened it. */
export const createOpenedHeaders = (scope: Construct): ResponseHeadersPolicy =>
  createPolicy(scope, 'OpenedHeaders', { contentSecurityPolicy, override: true }, 'unsafe-none');

/**
 * Creates the headers for the API. The API sets its own policy on each answer, for example on an image that is opened
 * by itself. This policy applies only if the API did not answer.
 */
export const createApiHeaders = (scope: Construct): ResponseHeadersPolicy =>
  createPolicy(scope, 'ApiHeaders', {
    contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
    override: false,
  });
