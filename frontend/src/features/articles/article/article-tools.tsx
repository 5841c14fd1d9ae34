import type { ArticleRow } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Suspense, useCallback, useState } from 'react';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { CheckIcon, CopyIcon, ExternalIcon, ShareIcon, TypeIcon } from '../../../components/later-icons.tsx';
import { fullTime, languageOf, shortFullTime } from '../../../lib/format.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { loadPart } from '../../../lib/load-part.tsx';
import { useNotify } from '../../../lib/notify.ts';

const TypePanel = loadPart(async () => (await import('./type-panel.tsx')).TypePanel);

const CopyLink = ({ link }: { link: string }) => {
  const texts = useTexts('reading');
  const notify = useNotify();
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
      notify.info(texts.copied);
    } catch {
      // Browsers refuse the clipboard on plain http and without permission.
      notify.info(texts.copyFailed);
    }
  };
  return (
    <IconButton
      label={texts.copyLink}
      icon={isCopied ? <CheckIcon /> : <CopyIcon />}
      onClick={() => void copy()}
    />
  );
};

const Share = ({ title, link }: { title: string; link: string }) => {
  const texts = useTexts('reading');
  if (typeof navigator.share !== 'function') return null;
  // A reader who changes their mind makes the browser reject; there is nothing to say about that.
  const share = () => void navigator.share({ title, url: link }).catch(() => undefined);
  return <IconButton label={texts.share} icon={<ShareIcon />} onClick={share} />;
};

/** Opens the choices of type and colours. */
const TypeButton = () => {
  const texts = useTexts('reading');
  // The button at which the choices are open.
  const [openAt, setOpenAt] = useState<HTMLElement | null>(null);
  const close = useCallback(() => setOpenAt(null), []);
  return (
    <>
      <IconButton
        label={texts.type}
        icon={<TypeIcon />}
        aria-haspopup="dialog"
        aria-expanded={openAt !== null}
        onClick={({ currentTarget }) => setOpenAt(openAt === null ? currentTarget : null)}
      />
      <Suspense>{openAt === null ? null : <TypePanel button={openAt} onClose={close} />}</Suspense>
    </>
  );
};

type BylineProps = { row: ArticleRow; author: string | null };

/** Shows who wrote an article; on paper also when, because its facts say only how long ago. */
export const Byline = ({ row, author }: BylineProps) => {
  const { language } = useI18n();
  const texts = useTexts('reading');
  return (
    <Flex data-byline="" color="fg.muted" textStyle="sm" minW="0" columnGap="3">
      {author ? (
        <Box truncate minW="0" title={author} lang={languageOf(author)}>
          {texts.by(author)}
        </Box>
      ) : null}
      <Box
        as="time"
        display="none"
        _print={{ display: 'inline' }}
        {...{ dateTime: row.published_at, title: fullTime(row.published_at, language) }}
      >
        {shortFullTime(row.published_at, language)}
      </Box>
    </Flex>
  );
};

/** Shows what can be done with an article. A phone has only the icon of the link to its source. */
export const ArticleTools = ({ row: { title, link } }: { row: ArticleRow }) => {
  const texts = useTexts('reading');
  return (
    <Flex role="toolbar" aria-label={texts.actions} alignItems="center" flexShrink="0" maxW="full" ms="auto">
      <TypeButton />
      {link === null ? null : (
        <>
          <CopyLink link={link} />
          <Share title={title} link={link} />
          <Button
            asChild
            size="md"
            variant="subtle"
            ms={{ base: '1', sm: '2' }}
            px={{ base: '2.5', md: '4' }}
          >
            <a href={link} target="_blank" rel="noopener noreferrer" aria-label={texts.original}>
              <ExternalIcon />
              <Box as="span" hideBelow="md">
                {texts.original}
              </Box>
            </a>
          </Button>
        </>
      )}
    </Flex>
  );
};
