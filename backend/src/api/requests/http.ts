import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';

/** A request in the form of a Lambda function URL (payload 2.0); header names are in lower case. */
export type ApiEvent = APIGatewayProxyEventV2;
export type ApiResult = APIGatewayProxyStructuredResultV2;
/** `gone` is aborted when the client has left; on Lambda nobody tells. */
export type Api = (event: ApiEvent, context: Context, gone?: AbortSignal) => Promise<ApiResult>;
export type ApiMiddleware = MiddlewareObj<ApiEvent, ApiResult>;

/**
 * Returns the host that the viewer requested, since the function URL sees only its own. The edge sets this header and
 * drops one sent by the viewer.
 */
export const viewerHost = (event: ApiEvent): string | null =>
  event.headers['x-viewer-host']?.toLowerCase() ?? null;
