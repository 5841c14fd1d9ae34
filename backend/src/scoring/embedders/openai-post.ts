import { faultOfStatus, ModelCallError } from './model-call.ts';

const LONGEST_ERROR = 300;

/** A server that speaks the API of OpenAI: OpenAI, Ollama, LM Studio, vLLM. */
export type OpenAiServer = {
  /** The address of the server, with or without a final `/v1`. The owner sets it, so it may be a private one. */
  baseUrl: string;
  apiKey: string | undefined;
};

/** Creates the function that posts JSON to a path below `/v1/` and returns the JSON of the answer. It throws ModelCallError. */
export const createOpenAiPost = ({ baseUrl, apiKey }: OpenAiServer) => {
  const base = `${baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '')}/v1`;
  const headers = {
    'content-type': 'application/json',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  return async (path: string, body: object, signal: AbortSignal): Promise<unknown> => {
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal };
    return readJson(await reach(`${base}/${path}`, init));
  };
};

const reach = async (url: string, init: RequestInit): Promise<Response> => {
  const response = await fetch(url, init).catch((error: unknown) => {
    throw notAnswered(url, error);
  });
  if (response.ok) return response;
  const text = (await response.text().catch(() => '')).slice(0, LONGEST_ERROR);
  const waitMs = Number(response.headers.get('retry-after') ?? 0) * 1000;
  throw new ModelCallError(faultOfStatus(response.status), `${url} answered ${response.status}: ${text}`, {
    waitMs: Number.isFinite(waitMs) ? waitMs : 0,
    isAnswered: true,
  });
};

/** Reads the body as JSON. The body may still be late or cut off after the status has arrived. */
const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text().catch((error: unknown) => {
    throw notAnswered(response.url, error);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ModelCallError('malformed', `${response.url} answered no JSON`, { cause: error });
  }
};

const notAnswered = (url: string, error: unknown): ModelCallError => {
  const reason =
    error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : '';
  return new ModelCallError('busy', `${url} did not answer: ${reason}`, { cause: error });
};
