import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';

/** A request as a Lambda function URL hands it over (payload 2.0); header names are in lower case. */
export type ApiEvent = APIGatewayProxyEventV2;
export type ApiResult = APIGatewayProxyStructuredResultV2;
export type Api = (event: ApiEvent, context: Context) => Promise<ApiResult>;
export type ApiMiddleware = MiddlewareObj<ApiEvent, ApiResult>;

/** The host the viewer asked for: the function URL sees only its own. Set by the edge, which drops a viewer's own. */
export const viewerHost = (event: ApiEvent): string | null =>
  event.headers['x-viewer-host']?.toLowerCase() ?? null;
