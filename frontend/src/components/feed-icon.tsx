import { Flex } from '@chakra-ui/react';
import { useState } from 'react';

/** Shows a feed's icon, or the first letter of its title if it has no icon or the icon cannot be loaded. */
export const FeedIcon = ({ title, iconUrl }: { title: string; iconUrl: string | null }) => {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  return (
    <Flex
      aria-hidden="true"
      boxSize="5"
      flexShrink="0"
      borderRadius="sm"
      bg="bg.emphasized"
      color="fg.muted"
      alignItems="center"
      justifyContent="center"
      fontSize="0.6875rem"
      fontWeight="semibold"
      overflow="hidden"
      lineHeight="1"
    >
      {iconUrl === null || iconUrl === failedUrl ? (
        Array.from(title.trim())[0]?.toLocaleUpperCase()
      ) : (
        <img
          src={iconUrl}
          alt=""
          draggable={false}
          width="20"
          height="20"
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailedUrl(iconUrl)}
        />
      )}
    </Flex>
  );
};
