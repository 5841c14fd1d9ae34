import { Box } from '@chakra-ui/react';
import { createPortal } from 'react-dom';
import { Problem, useTroubleText } from '../../../components/page/states.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';
import type { ListLook } from '../../../lib/preferences/choices.ts';
import { useOpenMode, useArticleSlot } from './open-mode.ts';
import { joined } from '../../../lib/format.ts';

/** An article that the address names, that is in no loaded row, and that could not be loaded by itself. */
export type Missing = { error: Error; retry: () => void; close: () => void };

type Props = { missing: Missing | null; look: ListLook };

const MissingProblem = ({
  missing: { error, retry, close },
  isInList,
}: {
  missing: Missing;
  isInList: boolean;
}) => {
  const { t } = useI18n();
  const { what, todo, isCounting } = useTroubleText(error, retry);
  // An article that is not there does not come back.
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Problem
      title={t.article.loadFailed}
      text={isGone ? t.article.gone : joined([what, todo])}
      isCounting={isCounting}
      isInList={isInList}
      actions={[
        ...(isGone ? [] : [{ label: t.common.retry, run: retry }]),
        { label: t.article.close, run: close },
      ]}
    />
  );
};

/**
 * Says why the article of the address is not shown: in the pane beside the list, or above the list where articles open in or
 * over it. Shows nothing for null.
 */
export const MissingArticle = ({ missing, look }: Props) => {
  const mode = useOpenMode(look);
  const slot = useArticleSlot();
  if (missing === null) return null;
  const problem = <MissingProblem missing={missing} isInList={mode !== 'beside'} />;
  if (mode !== 'beside') return problem;
  return slot === null
    ? null
    : createPortal(
        <Box px="8" pt="16" maxW="40rem" mx="auto">
          {problem}
        </Box>,
        slot,
      );
};
