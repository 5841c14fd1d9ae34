import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environments } from '@omomi/backend/config';
import type { FunctionName } from '@omomi/backend/config';
import type { QueueName } from '@omomi/backend/contract';
import type { APIGatewayProxyStructuredResultV2, SQSEvent } from 'aws-lambda';
import { rateLimitVariables } from '../../../backend/src/limits/rate-class.ts';
import type { Stores } from '../../../backend/src/model/stores.ts';
import { createStores } from '../../../backend/src/storage/stores.ts';
import type { TableEngine } from '../../../backend/src/storage/table/table-engine.ts';
import { createTableClient } from '../../../backend/src/storage/table/table.ts';
import { markedDomain } from '../../../backend/test/harness/api/access.ts';
import { createApiBrowser } from '../../../backend/test/harness/api/api-browser.ts';
import type { EventParts } from '../../../backend/test/harness/api/function-url-event.ts';
import { memoryBlobs } from '../../../backend/test/harness/samples/storage-samples.ts';
import { startFeedServer } from '../../../backend/test/harness/servers/feed-server.ts';
import { startHandmadeProvider } from '../../../backend/test/harness/servers/handmade-provider.ts';
import { startBox } from '../../box/box.ts';
import { eventOf } from '../../box/mapping.ts';
import type { Kept } from '../../box/queue.ts';
import { synthesise } from '../synthesised.ts';

export const functionNames = Object.keys(environments) as FunctionName[];

/** A request that meets a limit does not reach what a test asks for. All are still counted. */
const wideLimits = Object.fromEntries(Object.values(rateLimitVariables).map((name) => [name, '10000/60m']));

/**
 * Builds all functions and starts the box with them, a publisher and a provider of identities. `reader@example.org`, who
 * owns the deployment, and the readers of two domains may sign in. Queues keep their messages until `box.deliver` is called, so that a test may take them.
 */
export const startWorld = async () => {
  const outdir = mkdtempSync(join(tmpdir(), 'omomi-box-'));
  const [publisher, provider] = await Promise.all([startFeedServer(), startHandmadeProvider()]);
  const settings = {
    EMBEDDER: 'embedded' as const,
    FETCH_ALLOW_HOSTS: publisher.host,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'omomi',
    oidc_secret: '/omomi/oidc',
    oidc_secret_version: '3',
    ALLOWED_EMAILS: `reader@example.org,@team.example,@${markedDomain}`,
    ACCOUNTS: 'on',
    ...wideLimits,
    HATEBU: 'on',
    MAIL_FROM: 'Omomi 朝刊 <omomi@mail.example.org>',
    apps_secret: '/omomi/apps',
    apps_secret_version: '3',
    PUBLIC_URL: 'https://omomi.example',
    newsletter_domain: 'news.example.org',
    // Also proves that every function works with a table that was restored. The browser suite has the stack's own.
    restored_table: 'omomi-restored',
  };
  await synthesise(outdir, settings);
  const page = join(outdir, 'page');
  mkdirSync(join(page, 'assets'), { recursive: true });
  const script = '<script type="module" crossorigin src="/assets/app.js"></script>';
  writeFileSync(join(page, 'index.html'), `<!doctype html><title>Omomi</title>${script}`);
  writeFileSync(join(page, 'assets/app.js'), '// Omomi\n'.repeat(1000));
  const box = await startBox({ outdir, page, delivers: false });
  /** Invokes a function; `trace` is the header by which AWS follows a chain of invocations. */
  const invoke = (name: FunctionName, event: unknown, trace?: string): Promise<unknown> =>
    box.invoke(name, event, trace);
  const browser = createApiBrowser(
    async (event) => (await invoke('api', event)) as APIGatewayProxyStructuredResultV2,
  );
  const client: TableEngine = box.tableEngine;
  const table = createTableClient({ client, tableName: box.tableName });

  return {
    outdir,
    settings,
    page,
    box,
    publisher,
    provider,
    browser,
    invoke,
    table,
    stores: createStores(table, memoryBlobs().store) as Stores,
    /** Puts messages into a queue that begin a chain, as the API and the schedules do. */
    put:
      (queue: QueueName) =>
      async (sent: { body: string }[]): Promise<void> => {
        for (const { body } of sent) box.queueOf(queue).send({ body });
      },
    /** Removes and returns the messages of a queue, hidden and delayed ones too. */
    take: (queue: QueueName): Kept[] => box.queueOf(queue).drain(),
    /** Returns the event with which Lambda hands messages of a queue to its function. */
    eventOf: (queue: QueueName, messages: readonly Kept[], receives = 1): SQSEvent =>
      eventOf(
        messages.map((each) => ({ ...each, receives })),
        box.queueOf(queue).name,
      ),
    call: async (parts: EventParts) => {
      const { status, json } = await browser.send(parts);
      return { statusCode: status, body: json };
    },
    close: async () => {
      for (const each of [box, provider, publisher]) await each.close();
      rmSync(outdir, { recursive: true, force: true });
    },
  };
};

export type World = Awaited<ReturnType<typeof startWorld>>;
