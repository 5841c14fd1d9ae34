import { engines } from '../../test/harness/engines/engines.ts';
import { afterAll, beforeAll, describe } from 'vitest';
import type { TestEngine } from '../../test/harness/engines/dynamodb-local.ts';
import { createTableClient, type TableClient } from './table/table.ts';
import { feedStoreContract } from './feeds/feed-store.contract.ts';
import { seenStoreContract } from './seen/seen-store.contract.ts';
import { subscriptionStoreContract } from './subscriptions/subscription-store.contract.ts';
import { crawlErrorStoreContract, crawlLinkStoreContract } from './crawls/crawl-link-store.contract.ts';
import { crawlPageStoreContract } from './crawls/crawl-page-store.contract.ts';
import { crawlStoreContract } from './crawls/crawl-store.contract.ts';
import { watermarkStoreContract } from './watermarks/watermark-store.contract.ts';
import { folderStoreContract } from './folders/folder-store.contract.ts';
import { keywordStoreContract } from './keywords/keyword-store.contract.ts';
import { hostStoreContract } from './hosts/host-store.contract.ts';
import { bookmarkStoreContract } from './bookmarks/bookmark-store.contract.ts';
import { learningStoreContract } from './learning/learning-store.contract.ts';
import { profileStoreContract } from './profiles/profile-store.contract.ts';
import { waitingStoreContract } from './waiting/waiting-store.contract.ts';
import { articlePageStoreContract } from './full-texts/article-page-store.contract.ts';
import { feedPagesStoreContract } from './full-texts/feed-pages-store.contract.ts';
import { articleStoreContract } from './articles/article-store.contract.ts';
import { entryStoreContract } from './entries/entry-store.contract.ts';
import { robotsStoreContract } from './robots/robots-store.contract.ts';
import { ruleStoreContract } from './rules/rule-store.contract.ts';
import { entryNotesStoreContract } from './entry-notes/entry-notes-store.contract.ts';
import { searchRowsStoreContract } from './searches/search-rows-store.contract.ts';
import { savedSearchStoreContract } from './searches/saved-search-store.contract.ts';
import { savedStoreContract } from './saved/saved-store.contract.ts';
import { storyStoreContract } from './stories/story-store.contract.ts';
import { imageSecretStoreContract } from './images/image-secret-store.contract.ts';
import { jobLockStoreContract } from './jobs/job-lock-store.contract.ts';
import { jobPartStoreContract } from './jobs/job-part-store.contract.ts';
import { jobStoreContract } from './jobs/job-store.contract.ts';

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
    imageSecretStoreContract(client);
    robotsStoreContract(client);
    ruleStoreContract(client);
    savedSearchStoreContract(client);
    searchRowsStoreContract(client);
    entryNotesStoreContract(client);
    learningStoreContract(client);
    profileStoreContract(client);
    waitingStoreContract(client);
    articleStoreContract(client);
    articlePageStoreContract(client);
    feedPagesStoreContract(client);
    entryStoreContract(client);
    savedStoreContract(client);
    storyStoreContract(client);
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
