import type { Article, Video } from '@omomi/backend/contract';
import { AspectRatio, Box, Center, Flex, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { languageOf } from '../../../lib/format.ts';
import { imageAddress } from '../../../lib/image-address.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { readingWidth } from '../../../lib/preferences/reading-type.ts';

const Still = ({ src }: { src: string }) => {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return null;
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      style={{ position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' }}
      onError={() => setFailed(true)}
    />
  );
};

const PlayMark = () => (
  <Center
    position="relative"
    w="16"
    h="16"
    borderRadius="full"
    bg="rgba(20, 18, 15, 0.78)"
    color="#fff"
    aria-hidden="true"
  >
    <svg viewBox="0 0 24 24" width="30" height="30" fill="currentColor" focusable="false">
      <path d="M8 5.500v13l11-6.500z" />
    </svg>
  </Center>
);

/** Stands in the place of a still: Vimeo tells none without a request of its own, by which it would learn of the reader. */
const TitleCard = ({ title, provider }: { title: string | undefined; provider: string }) => (
  <Box
    position="absolute"
    inset="0"
    p={{ base: '4', md: '6' }}
    display="flex"
    flexDirection="column"
    justifyContent="space-between"
    textAlign="start"
    borderWidth="1px"
    borderColor="border"
    borderRadius="lg"
    bgGradient="to-br"
    gradientFrom="bg.subtle"
    gradientTo="bg.emphasized"
  >
    <Box textStyle="xs" fontWeight="semibold" letterSpacing="0.06em" color="fg.muted">
      {provider}
    </Box>
    {title === undefined ? null : (
      <Box textStyle={{ base: 'sm', md: 'md' }} fontWeight="semibold" lineClamp="2" lang={languageOf(title)}>
        {title}
      </Box>
    )}
  </Box>
);

type Props = {
  video: Video;
  article: Pick<Article, 'title' | 'image_keys'>;
  /** The title of the video, if it is known; shown where there is no still. */
  title?: string;
};

/** Shows a picture of a video, and its player once the reader asks for it: before that, nobody is told. */
export const VideoFrame = ({ video: { url, provider, embed_url, still_url }, article, title }: Props) => {
  const texts = useTexts('reading');
  const [isOn, setIsOn] = useState(false);
  const preferences = usePreferences();
  const { show_images: showsImages, proxy_images: isProxied } = preferences;
  const still =
    still_url === null || !showsImages
      ? null
      : imageAddress({ url: still_url, key: article.image_keys[still_url], width: 1280 }, isProxied);
  const name = texts.providers[provider];
  return (
    <Box data-testid="video" my="4" maxW={readingWidth(preferences)} fontFamily="body" fontSize="1rem">
      <AspectRatio ratio={16 / 9} borderRadius="lg" overflow="hidden" bg="bg.emphasized">
        {isOn ? (
          <iframe
            src={embed_url}
            title={texts.playing(title ?? article.title, name)}
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            // Without the name of the page that shows it, YouTube refuses to play.
            referrerPolicy="strict-origin-when-cross-origin"
            sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
            style={{ border: 0 }}
          />
        ) : (
          <chakra.button
            type="button"
            aria-label={texts.play(name)}
            cursor="pointer"
            onClick={() => setIsOn(true)}
          >
            {still === null ? <TitleCard title={title} provider={name} /> : <Still src={still} />}
            <PlayMark />
          </chakra.button>
        )}
      </AspectRatio>
      <Flex wrap="wrap" justifyContent="space-between" columnGap="4" mt="1" textStyle="xs" color="fg.muted">
        <span>{texts.playHint(name)}</span>
        <chakra.a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          color="shu.fg"
          textDecoration="underline"
        >
          {texts.atProvider(name)}
        </chakra.a>
      </Flex>
    </Box>
  );
};
