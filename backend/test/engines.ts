import { skipsDynamoDbLocal, startDynamoDbLocal, type TestEngine } from './dynamodb-local.ts';
import { startEmbedded } from './embedded-engine.ts';

/** The engines that stand behind the stores: one on a laptop, the other as DynamoDB behaves. */
export const engines = [
  { name: 'the embedded engine', start: startEmbedded, isSkipped: false },
  { name: 'DynamoDB Local (needs Java 17)', start: startDynamoDbLocal, isSkipped: skipsDynamoDbLocal },
] as const;

/** `dynamodb-local` in the project of the suites that run on both engines; see vitest.config.ts. */
const isAmazonChosen = process.env['TEST_ENGINE'] === 'dynamodb-local';

/** The engine that this run of a suite is for. */
export const startChosenEngine = (): Promise<TestEngine> =>
  isAmazonChosen ? startDynamoDbLocal() : startEmbedded();

/** True where the chosen engine may be left out on this machine. */
export const skipsChosenEngine = isAmazonChosen && skipsDynamoDbLocal;
