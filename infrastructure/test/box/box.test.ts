// @module-tag long
import { afterAll, beforeAll, describe } from 'vitest';
import { skipsDynamoDbLocal } from '../../../backend/test/harness/engines/dynamodb-local.ts';
import { describeAccess } from './access.ts';
import { describeChains } from './chains.ts';
import { describeClients } from './clients.ts';
import { describeEdge } from './edge.ts';
import { describeFunctions } from './functions.ts';
import { describeLeaving } from './leaving.ts';
import { describeMorning } from './morning.ts';
import { describeNewsletters } from './newsletters.ts';
import { describeOperations } from './operations.ts';
import { describeQueues } from './queues.ts';
import { describeReading } from './reading.ts';
import { describeRights } from './rights.ts';
import { describeScripts } from './scripts.ts';
import { describeSmoke } from './smoke.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  if (!skipsDynamoDbLocal) world = await startWorld();
});
afterAll(async () => {
  if (!skipsDynamoDbLocal) await world.close();
});

/** One box for all parts, because building and starting it takes longer than most of them. Each goes on where the last one ended. */
describe.skipIf(skipsDynamoDbLocal)('the deployment in the box (needs Java 17)', () => {
  describeFunctions(() => world);
  describeClients(() => world);
  describe('with its queues delivering', () => {
    beforeAll(() => world.box.deliver());
    afterAll(() => world.box.hold());
    describeQueues(() => world);
    describeReading(() => world);
    describeEdge(() => world);
    describeScripts(() => world);
    describeSmoke(() => world);
    describeMorning(() => world);
    describeNewsletters(() => world);
    describeAccess(() => world);
  });
  describeChains(() => world);
  describeLeaving(() => world);
  describeRights(() => world);
  describeOperations(() => world);
});
