import { Flex, chakra } from '@chakra-ui/react';
import { Section } from '../../../components/page/section.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';

/** Returns the program of a bookmark that opens a path of Omomi with the address of the page on which it is pressed. */
const bookmarklet = (path: string): string =>
  `javascript:location.href=${JSON.stringify(`${window.location.origin}${path}?url=`)}+encodeURIComponent(location.href)`;

type LinkProps = { path: string; label: string };

/** A link to drag to the bookmarks. Here it does nothing when pressed. */
const Bookmark = ({ path, label }: LinkProps) => (
  <chakra.a
    // React gives no address of this scheme to a link.
    ref={(link: HTMLAnchorElement | null) => link?.setAttribute('href', bookmarklet(path))}
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
        <Bookmark path="/save" label={texts.saveLink} />
        <Bookmark path="/subscribe" label={texts.subscribeLink} />
      </Flex>
    </Section>
  );
};
