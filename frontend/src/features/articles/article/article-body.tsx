import type { Article } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { hostOf, languageOf } from '../../../lib/format.ts';
import { useMemo } from 'react';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { withoutImages } from './without-images.ts';

const readingStyle = {
  '& > * + *, & p + p': { marginTop: '1em' },
  '& a': { color: 'shu.fg', textDecoration: 'underline', textUnderlineOffset: '0.18em' },
  '& a:hover': { textDecorationThickness: '2px' },
  '& img': { maxWidth: '100%', height: 'auto', borderRadius: '8px', marginBlock: '1em' },
  '& ul': { listStyle: 'disc', paddingInlineStart: '1.3em' },
  '& ol': { listStyle: 'decimal', paddingInlineStart: '1.4em' },
  '& li + li': { marginTop: '0.35em' },
  '& blockquote': {
    borderInlineStart: '3px solid',
    borderColor: 'border.emphasized',
    paddingInlineStart: '1em',
    color: 'fg.muted',
  },
  '& h1, & h2, & h3, & h4': { fontWeight: 600, lineHeight: 1.35, marginTop: '1.5em' },
  '& pre': {
    fontFamily: 'mono',
    fontSize: '0.82em',
    lineHeight: 1.6,
    overflowX: 'auto',
    bg: 'bg.subtle',
    borderRadius: '10px',
    padding: '0.9em 1.1em',
  },
  '& code': { fontFamily: 'mono', fontSize: '0.86em' },
  '& pre code': { fontSize: '1em' },
  '& table': { display: 'block', overflowX: 'auto', borderCollapse: 'collapse', fontSize: '0.9em' },
  '& td, & th': {
    borderBottom: '1px solid',
    borderColor: 'border',
    padding: '0.4em 0.8em',
    textAlign: 'start',
  },
  '& hr': { borderColor: 'border', marginBlock: '1.6em' },
};

const isWebLink = (address: string): boolean => /^https?:\/\//i.test(address);

const Attachments = ({ article }: { article: Pick<Article, 'enclosures'> }) => {
  const { t } = useI18n();
  const links = article.enclosures.filter((enclosure) => isWebLink(enclosure.url));
  if (links.length === 0) return null;
  return (
    <Box mt="6" textStyle="sm" fontFamily="body">
      <Box fontWeight="semibold">{t.article.attachments}</Box>
      <Flex as="ul" direction="column" listStyleType="none" mt="1">
        {links.map((enclosure) => (
          <li key={enclosure.url}>
            <Box
              as="a"
              display="inline-block"
              py="1.5"
              color="shu.fg"
              textDecoration="underline"
              {...{ href: enclosure.url, target: '_blank', rel: 'noopener noreferrer' }}
            >
              {hostOf(enclosure.url)}
              {enclosure.type === null ? '' : ` (${enclosure.type})`}
            </Box>
          </li>
        ))}
      </Flex>
    </Box>
  );
};

/** Shows the text of an article in one column of readable width. */
export const ArticleBody = ({
  article,
}: {
  article: Pick<Article, 'title' | 'summary' | 'content' | 'enclosures'>;
}) => {
  const { t } = useI18n();
  const { show_images: showsImages } = usePreferences();
  const content = useMemo(
    () => (showsImages ? article.content : withoutImages(article.content, t.article.image)),
    [article.content, showsImages, t],
  );
  const japanese = languageOf(article.title + article.summary) === 'ja';
  if (article.content.trim() === '') {
    return (
      <>
        {article.summary === '' ? null : (
          <Box maxW="40rem" lineHeight="1.75" mb="3" lang={languageOf(article.summary)}>
            {article.summary}
          </Box>
        )}
        <Box color="fg.muted">{t.article.noContent}</Box>
        <Attachments article={article} />
      </>
    );
  }
  return (
    <>
      <Box
        data-testid="article-content"
        lang={japanese ? 'ja' : undefined}
        maxW="40rem"
        fontFamily={japanese ? 'body' : 'reading'}
        fontSize={japanese ? '1rem' : '1.125rem'}
        lineHeight={japanese ? '1.95' : '1.7'}
        css={readingStyle}
        // The server sanitises content to its allow-list before storing it. This is the only place that trusts it.
        dangerouslySetInnerHTML={{ __html: content }}
      />
      <Attachments article={article} />
    </>
  );
};
