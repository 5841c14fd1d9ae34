import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';

/** The handler of the API function, called with the events of a Lambda function URL. */
export type ApiHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** The whole application in one process, which the local runner starts, serves and stops. */
export type LocalApp = {
  api: ApiHandler;
  /** Starts the queues and the schedules. */
  start: () => void;
  /** Waits for the work under way, then closes the stores. Must be called at most once. */
  stop: () => Promise<void>;
};
