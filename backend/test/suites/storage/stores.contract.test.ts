import { engines } from '../../harness/engines/engines.ts';
import { afterAll, beforeAll, describe } from 'vitest';
import type { TestEngine } from '../../harness/engines/dynamodb-local.ts';
import { createTableClient, type TableClient } from '../../../src/storage/table/table.ts';
import { feedStoreContract } from './contracts/feed-store.contract.ts';
import { seenStoreContract } from './contracts/seen-store.contract.ts';
import { subscriptionStoreContract } from './contracts/subscription-store.contract.ts';
import { crawlErrorStoreContract, crawlLinkStoreContract } from './contracts/crawl-link-store.contract.ts';
import { crawlPageStoreContract } from './contracts/crawl-page-store.contract.ts';
import { crawlStoreContract } from './contracts/crawl-store.contract.ts';
import { watermarkStoreContract } from './contracts/watermark-store.contract.ts';
import { folderStoreContract } from './contracts/folder-store.contract.ts';
import { keywordStoreContract } from './contracts/keyword-store.contract.ts';
import { hostStoreContract } from './contracts/host-store.contract.ts';
import { hubStoreContract } from './contracts/hub-store.contract.ts';
import { bookmarkStoreContract } from './contracts/bookmark-store.contract.ts';
import { learningStoreContract } from './contracts/learning-store.contract.ts';
import { profileStoreContract } from './contracts/profile-store.contract.ts';
import { waitingStoreContract } from './contracts/waiting-store.contract.ts';
import { machineTextStoreContract } from './contracts/machine-text-store.contract.ts';
import { sitePageStoreContract } from './contracts/site-page-store.contract.ts';
import { feedPagesStoreContract } from './contracts/feed-pages-store.contract.ts';
import { articleStoreContract } from './contracts/article-store.contract.ts';
import { entryStoreContract } from './contracts/entry-store.contract.ts';
import { arrivalStoreContract } from './contracts/arrival-store.contract.ts';
import { robotsStoreContract } from './contracts/robots-store.contract.ts';
import { ruleStoreContract } from './contracts/rule-store.contract.ts';
import { entryNotesStoreContract } from './contracts/entry-notes-store.contract.ts';
import { searchRowsStoreContract } from './contracts/search-rows-store.contract.ts';
import { savedSearchStoreContract } from './contracts/saved-search-store.contract.ts';
import { savedOrderContract } from './contracts/saved-order.contract.ts';
import { savedStoreContract } from './contracts/saved-store.contract.ts';
import { storyStoreContract } from './contracts/story-store.contract.ts';
import { imageSecretStoreContract } from './contracts/image-secret-store.contract.ts';
import { jobLockStoreContract } from './contracts/job-lock-store.contract.ts';
import { jobPartStoreContract } from './contracts/job-part-store.contract.ts';
import { jobStoreContract } from './contracts/job-store.contract.ts';
import { accessItemsOf } from '../../../src/storage/upgrade/access-items.ts';
import { tellingFormat } from '../../../src/storage/upgrade/format.ts';
import { identityStoreContract } from './contracts/identity-store.contract.ts';
import { sessionStoreContract } from './contracts/session-store.contract.ts';
import { highlightStoreContract } from './contracts/highlight-store.contract.ts';
import { tagStoreContract } from './contracts/tag-store.contract.ts';
import { notifiedStoreContract } from './contracts/notified-store.contract.ts';
import { siteSignInStoreContract } from './contracts/site-sign-in-store.contract.ts';
import { destinationStoreContract } from './contracts/destination-store.contract.ts';
import { feedAddressStoreContract } from './contracts/feed-address-store.contract.ts';
import { tokenStoreContract } from './contracts/token-store.contract.ts';
import { loginStoreContract } from './contracts/login-store.contract.ts';
import { profilePersonContract } from './contracts/profile-person.contract.ts';

const TABLE = 'contract';

for (const { name, start, isSkipped } of engines) {
  describe.skipIf(isSkipped)(`stores on ${name}`, () => {
    let engine: TestEngine;
    let table: TableClient;
    beforeAll(async () => {
      engine = await start();
      await engine.createTable(TABLE);
      table = createTableClient({ client: engine.client, tableName: TABLE });
    });
    afterAll(() => engine.close());

    const client = () => table;
    feedStoreContract(client);
    seenStoreContract(client);
    subscriptionStoreContract(client);
    watermarkStoreContract(client);
    folderStoreContract(client);
    keywordStoreContract(client);
    bookmarkStoreContract(client);
    hostStoreContract(client);
    hubStoreContract(client);
    imageSecretStoreContract(client);
    robotsStoreContract(client);
    ruleStoreContract(client);
    savedSearchStoreContract(client);
    searchRowsStoreContract(client);
    entryNotesStoreContract(client);
    learningStoreContract(client);
    profileStoreContract(client);
    arrivalStoreContract(client);
    waitingStoreContract(client);
    articleStoreContract(client);
    sitePageStoreContract(client);
    machineTextStoreContract(client);
    feedPagesStoreContract(client);
    entryStoreContract(client);
    savedOrderContract(client);
    savedStoreContract(client);
    storyStoreContract(client);
    identityStoreContract(client);
    sessionStoreContract(client);
    tokenStoreContract(client);
    tagStoreContract(client);
    highlightStoreContract(client);
    destinationStoreContract(client);
    siteSignInStoreContract(client);
    feedAddressStoreContract(client);
    loginStoreContract(client);
    describe('of a table that is not upgraded yet', () => {
      const former = () => accessItemsOf(tellingFormat(table));
      sessionStoreContract(former);
      tokenStoreContract(former);
      feedAddressStoreContract(former);
    });
    notifiedStoreContract(client);
    profilePersonContract(client);
    describe('crawls', () => {
      crawlStoreContract(client);
      crawlPageStoreContract(client);
      crawlLinkStoreContract(client);
      crawlErrorStoreContract(client);
    });
    describe('jobs', () => {
      jobStoreContract(client);
    });
    describe('locks of jobs', () => {
      jobLockStoreContract(client);
    });
    describe('parts of jobs', () => {
      jobPartStoreContract(client);
    });
  });
}
