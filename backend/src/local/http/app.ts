import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';

/** The api function's handler, as Lambda would call it behind its function URL. */
export type ApiHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** The whole application in one process: what the local runner starts, serves and stops. */
export type LocalApp = {
  api: ApiHandler;
  /** Begins to consume the queues and to fire the schedules. */
  start: () => void;
  /** Waits for what is in flight, then closes the stores. Never called twice. */
  stop: () => Promise<void>;
};
