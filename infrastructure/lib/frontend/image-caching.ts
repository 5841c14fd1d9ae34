import { Duration } from 'aws-cdk-lib';
import {
  AllowedMethods,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
} from 'aws-cdk-lib/aws-cloudfront';
import type { BehaviorOptions } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

type ImageCaching = Required<
  Pick<BehaviorOptions, 'allowedMethods' | 'cachePolicy' | 'originRequestPolicy'>
> &
  Pick<BehaviorOptions, 'compress'>;

/**
 * Creates how pictures of the image proxy are cached: by address and key, the same for every reader, for as long as the
 * answer says. Neither cookies nor the viewer's headers reach the API, so that no answer can depend on them.
 */
export const createImageCaching = (scope: Construct): ImageCaching => ({
  allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
  // Pictures are compressed already.
  compress: false,
  cachePolicy: new CachePolicy(scope, 'ImageCache', {
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.days(365),
    queryStringBehavior: CacheQueryStringBehavior.all(),
    cookieBehavior: CacheCookieBehavior.none(),
    headerBehavior: CacheHeaderBehavior.none(),
  }),
  originRequestPolicy: new OriginRequestPolicy(scope, 'ImageRequest', {
    queryStringBehavior: OriginRequestQueryStringBehavior.all(),
    cookieBehavior: OriginRequestCookieBehavior.none(),
    // The API answers only under a host that the edge names.
    headerBehavior: OriginRequestHeaderBehavior.allowList('x-viewer-host'),
  }),
});
