import type { CrawlPage } from '@omomi/backend/contract';
import { Box, chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { ExternalIcon } from '../../components/later-icons.tsx';
import { Panel } from '../../components/overlays/panel.tsx';
import { Loaded } from '../../components/page/section.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import type { LinkTo } from '../../components/inner-link.tsx';
import { Fact, shortAddress } from './figures.tsx';
import { columns, PageValue } from './page-columns.tsx';
import { crawlPageQuery } from './queries.ts';
import { columnIds } from './view.ts';
import { PageLinks } from './page-links.tsx';

type Props = {
  crawlId: string;
  pageId: string;
  host: string;
  linkTo: (pageId: string) => LinkTo;
  onClose: () => void;
  now: Date;
};

/** Says what is particular about a page. */
const Notes = ({ page }: { page: CrawlPage }) => {
  const texts = useTexts('crawlPages');
  const notes = [
    ...(page.role === 'sitemap' ? [texts.sitemap] : []),
    ...(page.is_noindex ? [texts.noindex] : []),
    ...(page.is_truncated ? [texts.truncated] : []),
  ];
  return (
    <>
      {notes.length === 0 ? null : (
        <Box color="fg.muted" textStyle="sm" mt="2">
          {notes.join(' ')}
        </Box>
      )}
      {page.last_error_message === null ? null : (
        <Box
          bg="bg.error"
          color="fg.error"
          borderRadius="lg"
          px="3.5"
          py="2.5"
          mt="3"
          textStyle="sm"
          lang="en"
        >
          {page.last_error_message}
        </Box>
      )}
    </>
  );
};

/** Shows every known fact of a page. */
const Facts = ({ page, host, now }: { page: CrawlPage; host: string; now: Date }) => {
  const texts = useTexts('crawlPages');
  const known = columnIds.filter((id) => id !== 'page' && columns[id].value(page) !== null);
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns="minmax(7rem, auto) 1fr"
      columnGap="5"
      rowGap="2"
      textStyle="sm"
      m="0"
      mt="5"
      aria-label={texts.facts}
    >
      {known.map((id) => (
        <Fact key={id} name={texts.columns[id]}>
          <PageValue id={id} page={page} now={now} />
        </Fact>
      ))}
      {page.redirect_chain.length === 0 ? null : (
        <Fact name={texts.chain}>
          {page.redirect_chain.map(({ url, status }) => (
            <Box key={url}>
              {status} {shortAddress(url, host)}
            </Box>
          ))}
        </Fact>
      )}
      {page.image_url === null ? null : (
        <Fact name={texts.image}>
          <Box as="span" fontFamily="mono" fontSize="0.75rem">
            {page.image_url}
          </Box>
        </Fact>
      )}
    </chakra.dl>
  );
};

const SiteLink = ({ url }: { url: string }) => {
  const texts = useTexts('crawlPages');
  return (
    <chakra.a
      href={url}
      target="_blank"
      rel="noreferrer"
      title={texts.openSite}
      textStyle="sm"
      color="shu.fg"
      _hover={{ textDecoration: 'underline' }}
      css={{
        '& svg': {
          display: 'inline',
          width: '15px',
          height: '15px',
          verticalAlign: '-2px',
          marginInlineStart: '4px',
        },
      }}
    >
      {url}
      <ExternalIcon />
    </chakra.a>
  );
};

/** Shows one page beside the table: its facts, and the links to it and on it. */
export const PagePanel = ({ crawlId, pageId, host, linkTo, onClose, now }: Props) => {
  const texts = useTexts('crawlPages');
  const failed = useTexts('crawl').loadFailed;
  const query = useQuery(crawlPageQuery(crawlId, pageId));
  const { data, error } = query;
  const title = data === undefined ? texts.columns.page : (data.title ?? shortAddress(data.url, host));
  const place = { crawlId, pageId, host, linkTo };
  return (
    <Panel title={title} open onClose={onClose} beside hasAddress>
      {error instanceof ApiError && error.code === 'NOT_FOUND' ? (
        <Box color="fg.muted">{texts.gone}</Box>
      ) : (
        <Loaded query={query} failed={failed}>
          {(page) => (
            <Box data-testid="crawl-page-panel">
              <SiteLink url={page.url} />
              <Notes page={page} />
              <Facts page={page} host={host} now={now} />
              <PageLinks key={`to ${pageId}`} {...place} direction="to" />
              <PageLinks key={`from ${pageId}`} {...place} direction="from" />
            </Box>
          )}
        </Loaded>
      )}
    </Panel>
  );
};
