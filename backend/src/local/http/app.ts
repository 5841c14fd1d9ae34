import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Answer } from './refusals.ts';

/** The handler of the API function, called with the events of a Lambda function URL. `gone` is aborted when the client has left. */
export type ApiHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
  gone?: AbortSignal,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** The facts by which a request for the metrics is allowed or refused. */
export type MetricsRequest = {
  method: string;
  /** The address of the viewer, behind trusted proxies. */
  address: string;
  /** True if the request came through a proxy, trusted or not: by its headers, or by a host that is not of this machine. */
  isForwarded: boolean;
  authorization: string | undefined;
};

/** Answers `GET /metrics`. */
export type MetricsPage = (request: MetricsRequest) => Promise<Answer>;

/** The whole application in one process, which the local runner starts, serves and stops. */
export type LocalApp = {
  api: ApiHandler;
  /** Returns the metrics of the process in Prometheus' text format. */
  metrics: () => Promise<string>;
  /** The path of the link that makes the first owner; null if somebody can sign in, or nobody needs to. */
  setupPath: string | null;
  /** True if a link of an invitation lets somebody in. */
  takesInvitations: boolean;
  /** Starts the queues and the schedules. */
  start: () => void;
  /** Waits for the work under way, then closes the stores. Must be called at most once. */
  stop: () => Promise<void>;
};
