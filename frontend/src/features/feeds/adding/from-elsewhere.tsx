import { Flex, chakra } from '@chakra-ui/react';
import { Section } from '../../../components/page/section.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { savingBookmarklet } from './sent-page.ts';

/** Returns the program of the bookmark that opens Add feed with the address of the page on which it is pressed. */
const subscribingBookmarklet = (origin: string): string =>
  `javascript:location.href=${JSON.stringify(`${origin}/subscribe?url=`)}+encodeURIComponent(location.href)`;

type LinkProps = { program: string; label: string };

/** A link to drag to the bookmarks. Here it does nothing when pressed. */
const Bookmark = ({ program, label }: LinkProps) => (
  <chakra.a
    // React gives no address of this scheme to a link.
    ref={(link: HTMLAnchorElement | null) => link?.setAttribute('href', program)}
    onClick={(event) => event.preventDefault()}
    draggable
    px="4"
    py="2"
    borderWidth="1px"
    borderColor="border"
    borderRadius="md"
    textStyle="sm"
    fontWeight="medium"
    cursor="grab"
  >
    {label}
  </chakra.a>
);

/** Shows the bookmarks that save a page or subscribe to it. */
export const FromElsewhere = () => {
  const texts = useTexts('adding').savePage;
  return (
    <Section title={texts.elsewhere} text={texts.elsewhereText} name="elsewhere">
      <Flex gap="3" wrap="wrap">
        <Bookmark program={savingBookmarklet(window.location.origin)} label={texts.saveLink} />
        <Bookmark program={subscribingBookmarklet(window.location.origin)} label={texts.subscribeLink} />
      </Flex>
    </Section>
  );
};
