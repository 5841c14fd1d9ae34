import { skipsDynamoDbLocal, startDynamoDbLocal, type TestEngine } from './dynamodb-local.ts';
import { startEmbedded } from './embedded-engine.ts';

/** The engines that the stores can use: the embedded one of the local runner, and one that behaves as DynamoDB does. */
export const engines = [
  { name: 'the embedded engine', start: startEmbedded, isSkipped: false },
  { name: 'DynamoDB Local (needs Java 17)', start: startDynamoDbLocal, isSkipped: skipsDynamoDbLocal },
] as const;

/** Those of them that run on this machine. */
export const presentEngines = engines.filter(({ isSkipped }) => !isSkipped);

/** True in the test project that uses DynamoDB Local for the suites that run on both engines; see vitest.config.ts. */
const isAmazonChosen = process.env['TEST_ENGINE'] === 'dynamodb-local';

/** Starts the engine that this run of a suite tests. */
export const startChosenEngine = (): Promise<TestEngine> =>
  isAmazonChosen ? startDynamoDbLocal() : startEmbedded();
