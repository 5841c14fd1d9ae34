import { startCrawlWeb } from '../../test/harness/servers/crawl-web.ts';

// The web of the crawl benchmark, in a process of its own so that its memory and work are not measured.
const [, , hosts = '20', pages = '220'] = process.argv;
const web = await startCrawlWeb({ hosts: Number(hosts), pages: Number(pages), isSwift: true });
process.send?.({ origins: web.origins, hosts: web.hosts });
process.once('disconnect', () => void web.close());
