import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { LinkTo } from '../../../components/inner-link.tsx';
import { Textarea } from '../../../components/controls/inputs.tsx';
import { Modal } from '../../../components/overlays/modal.tsx';
import { FieldError } from '../../../components/page/states.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { feedsQuery } from '../../../lib/queries/feeds.ts';
import { Directory, typedWords } from '../../../components/adding/directory/directory.tsx';
import { Candidates } from '../../../components/adding/candidates.tsx';
import { FolderChoice, AddWithSignIn, Newsletter } from './add-feed-parts.tsx';
import { type ReportProps, Known, LineReport } from '../../../components/adding/line-report.tsx';
import { asksForSignIn } from '../../../components/adding/sign-in-fields.tsx';
import { NotSaved, useSavePage, SavePage } from './save-page.tsx';
import { useAddForm } from './use-add-form.ts';

/** The most lines that the field shows at once. */
const MOST_LINES = 8;

type AddFeedProps = {
  open: boolean;
  onClose: () => void;
  onAdded: (feedIds: string[]) => void;
  linkTo: (feedId: string) => LinkTo;
  /** Leads to the import of a document of feeds. */
  onImport: () => void;
  /** Called when a page was saved instead. */
  onSaved: () => void;
};

type Form = ReturnType<typeof useAddForm>;

type FieldProps = Pick<Form, 'text' | 'type' | 'submit'> & { error: unknown; isBusy: boolean };

const AddressField = ({ text, type, submit, error, isBusy }: FieldProps) => {
  const texts = useTexts('adding').addFeed;
  const id = useId();
  const hasError = error !== null && error !== undefined;
  return (
    <>
      <Box as="label" display="block" textStyle="sm" fontWeight="semibold" mb="1.5" {...{ htmlFor: id }}>
        {texts.address}
      </Box>
      <Textarea
        id={id}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        size="lg"
        rows={Math.min(MOST_LINES, text.split('\n').length)}
        minH="11"
        resize="none"
        value={text}
        readOnly={isBusy}
        placeholder="https://example.com"
        aria-describedby={hasError ? `${id}-error` : `${id}-hint`}
        aria-invalid={hasError}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => {
          // Enter sends the form, as in a field of one line; Shift and Enter begin another line.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          submit();
        }}
      />
      <Box id={`${id}-hint`} color="fg.muted" textStyle="sm" mt="1.5">
        {texts.hint}
      </Box>
      {hasError ? (
        <Box mt="4">
          <FieldError error={error} id={`${id}-error`} invalid={texts.notAddress} />
        </Box>
      ) : null}
    </>
  );
};

type KnownProps = { form: Form; followedAt: ReportProps['followedAt'] };

/** Offers well-known feeds while the field is empty or has words. */
const KnownFeeds = ({ form: { text, isBusy, pick }, followedAt }: KnownProps) => {
  const words = typedWords(text);
  if (words === null && text.trim() !== '') return null;
  return (
    <Directory
      words={words}
      isDisabled={isBusy}
      isChosen={(url) => followedAt(url) !== null}
      onChoose={({ url }) => {
        if (followedAt(url) === null) pick({ url }, null);
      }}
    />
  );
};

/** Says that a pasted document of feeds is imported elsewhere. */
const OpmlHint = ({ onImport }: { onImport: () => void }) => {
  const texts = useTexts('adding').addFeed;
  return (
    <Flex role="alert" mt="4" gap="3" alignItems="center" wrap="wrap" textStyle="sm">
      <Box flex="1 1 14rem">{texts.opml}</Box>
      <Button size="md" variant="subtle" onClick={onImport}>
        {texts.toImport}
      </Button>
    </Flex>
  );
};

/** Shows what came of one address: a failure is shown with the field. */
const OneResult = ({ results: [result], linkTo, onPick, ...rest }: ReportProps) => {
  if (result === undefined) return null;
  if (result.outcome === 'known')
    return (
      <Box as="output" display="block" mt="4" textStyle="sm">
        <Known feedId={result.feedId} linkTo={linkTo} />
      </Box>
    );
  return result.outcome === 'offered' ? (
    <Candidates
      {...rest}
      found={result.candidates}
      onPick={(candidate) => onPick(candidate, result.address)}
    />
  ) : null;
};

const Buttons = ({ form }: { form: Form }) => {
  const texts = useTexts('adding').addFeed;
  const { addresses, progress, isBusy, look } = form;
  const [first] = addresses;
  const cannot = first === undefined || form.isOpml || isBusy;
  const busyText =
    progress === null || progress.total === 1
      ? texts.working
      : texts.workingOn(progress.done, progress.total);
  return (
    <>
      {progress?.isWaiting === true ? (
        <Box as="output" display="block" mt="4" color="fg.muted" textStyle="sm">
          {texts.waiting}
        </Box>
      ) : null}
      <Flex justifyContent="space-between" alignItems="center" gap="2" mt="6" wrap="wrap">
        <Button
          variant="ghost"
          color="fg.muted"
          px="2"
          ms="-2"
          disabled={cannot || addresses.length > 1}
          aria-busy={form.discover.isPending}
          onClick={() => first !== undefined && look(first)}
        >
          {texts.look}
        </Button>
        <Button type="submit" disabled={cannot} aria-busy={isBusy}>
          {progress !== null
            ? busyText
            : addresses.length > 1
              ? texts.submitMany(addresses.length)
              : texts.submit}
        </Button>
      </Flex>
    </>
  );
};

/** Offers to save the page at an address at which there is no feed. */
const SaveInstead = ({ url, onSaved }: { url: string; onSaved: (isThere: boolean) => void }) => {
  const texts = useTexts('adding').savePage;
  const { mutate, error, isPending } = useSavePage(onSaved);
  return (
    <>
      {error === null ? null : <NotSaved error={error} />}
      <Button mt="4" size="md" variant="subtle" disabled={isPending} onClick={() => mutate({ url })}>
        {isPending ? texts.working : texts.offer}
      </Button>
    </>
  );
};

/** Returns the reader's folders, and a function that leads to the feed at an address. */
const useKnownFeeds = (linkTo: AddFeedProps['linkTo']) => {
  const { data } = useQuery(feedsQuery);
  const feeds = data?.items ?? [];
  return {
    folders: [...new Set(feeds.flatMap(({ folder }) => folder ?? []))],
    followedAt: (url: string): LinkTo | null => {
      const known = feeds.find((feed) => feed.url === url);
      return known === undefined ? null : linkTo(known.feed_id);
    },
  };
};

/**
 * Asks for the address of a feed, or of a page that links to feeds, or for several. If an address leads to several
 * feeds, the reader chooses one.
 */
const AddFeed = ({ open, onClose, onAdded, linkTo, onImport, onSaved }: AddFeedProps) => {
  const texts = useTexts('adding').addFeed;
  const { folders, followedAt } = useKnownFeeds(linkTo);
  const form = useAddForm({ onClose, onAdded });
  const { results, discover, isBusy, pick } = form;
  const [first] = results;
  const report: ReportProps = { results, isBusy, followedAt, linkTo, onPick: pick };
  const failed = results.length === 1 && first?.outcome === 'failed' ? first.error : discover.error;
  return (
    <Modal title={texts.title} open={open} onClose={form.close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        <AddressField {...form} error={failed} />
        {results.length > 0 || discover.data !== undefined ? null : (
          <KnownFeeds form={form} followedAt={followedAt} />
        )}
        {form.isOpml ? <OpmlHint onImport={onImport} /> : null}
        {results.length > 1 ? <LineReport {...report} /> : <OneResult {...report} />}
        {failed instanceof ApiError && failed.code === 'FEED_NOT_FOUND' && first !== undefined ? (
          <SaveInstead
            key={first.address}
            url={first.address}
            onSaved={(isThere) => {
              form.close();
              if (isThere) onSaved();
            }}
          />
        ) : null}
        {first !== undefined && asksForSignIn(failed) ? (
          <AddWithSignIn
            key={first.address}
            url={first.address}
            folder={form.folder}
            onAdded={(feedId) => {
              form.close();
              onAdded([feedId]);
            }}
          />
        ) : null}
        {discover.data === undefined ? null : (
          <Candidates
            isBusy={isBusy}
            followedAt={followedAt}
            found={discover.data.items}
            onPick={(candidate) => pick(candidate, null)}
          />
        )}
        <FolderChoice folders={folders} value={form.folder} isDisabled={isBusy} onChange={form.setFolder} />
        <Buttons form={form} />
      </form>
      <Newsletter folder={form.folder} />
    </Modal>
  );
};

/** Shows the window that adds feeds, or the one that saves a page. */
export const Adding = ({ which, ...props }: AddFeedProps & { which: 'add-feed' | 'save-page' }) =>
  which === 'add-feed' ? <AddFeed {...props} /> : <SavePage {...props} />;
