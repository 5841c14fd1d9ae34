import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FindInput } from '../../../components/controls/inputs.tsx';
import { InnerLink, type LinkTo } from '../../../components/inner-link.tsx';
import { Panel } from '../../../components/overlays/panel.tsx';
import { Loaded } from '../../../components/page/section.tsx';
import { languageOf } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { saveFile } from '../../../lib/save-file.ts';
import { type Marked, grouped, highlightsQuery } from './queries.ts';
import { toMarkdown } from './markdown.ts';
import { markColours } from '../body/reading-style.ts';

type Props = { open: boolean; onClose: () => void; linkTo: (articleId: string) => LinkTo };

const OfArticle = ({ article, linkTo }: { article: Marked; linkTo: Props['linkTo'] }) => (
  <Box as="section" pt="5">
    <Box as="h3" fontWeight="semibold" lang={languageOf(article.title)}>
      <InnerLink to={linkTo(article.article_id)}>{article.title || article.link}</InnerLink>
    </Box>
    <Box color="fg.muted" textStyle="sm">
      {article.feed_title}
    </Box>
    {article.highlights.map(({ highlight_id, quote, note, colour }) => (
      <Box key={highlight_id} data-testid="highlight" mt="3" lang={languageOf(quote)}>
        <Box
          as="blockquote"
          ps="3"
          borderInlineStart="4px solid"
          whiteSpace="pre-line"
          style={{ borderColor: markColours[colour] }}
        >
          {quote}
        </Box>
        {note === '' ? null : (
          <Box ps="4" mt="1" color="fg.muted" textStyle="sm" whiteSpace="pre-line">
            {note}
          </Box>
        )}
      </Box>
    ))}
  </Box>
);

/** Lists all highlights with their articles, narrowed down by words, and gives them as one Markdown file, or as one for each article. */
export const HighlightsPanel = ({ open, onClose, linkTo }: Props) => {
  const texts = useTexts('highlights');
  const [words, setWords] = useState('');
  const query = useQuery({ ...highlightsQuery, enabled: open });
  const articles = grouped(query.data ?? [], words);
  const save = (): void => {
    const text = toMarkdown(articles, texts.label, new Date().toISOString());
    saveFile([text], { name: 'omomi-highlights.md', type: 'text/markdown' });
  };
  const saveEach = async (): Promise<void> => {
    const { toMarkdownFiles } = await import('./markdown-files.ts');
    saveFile([toMarkdownFiles(articles)], { name: 'omomi-highlights.zip', type: 'application/zip' });
  };
  return (
    <Panel title={texts.label} open={open} onClose={onClose} hasAddress>
      <Loaded query={query} failed={texts.loadFailed}>
        {(data) =>
          data.length === 0 ? (
            <Box color="fg.muted">{texts.none}</Box>
          ) : (
            <>
              <FindInput label={texts.find} value={words} onChange={setWords} />
              <Flex gap="2" wrap="wrap" mt="2">
                <Button variant="subtle" disabled={articles.length === 0} onClick={save}>
                  {texts.save}
                </Button>
                <Button variant="subtle" disabled={articles.length === 0} onClick={() => void saveEach()}>
                  {texts.saveEach}
                </Button>
              </Flex>
              {articles.length === 0 ? (
                <Box mt="5" color="fg.muted">
                  {texts.noneFound}
                </Box>
              ) : null}
              {articles.map((article) => (
                <OfArticle key={article.article_id} article={article} linkTo={linkTo} />
              ))}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
};
