import { useState } from 'react';
import './nav.css';

/** Shows a feed's icon, or the first letter of its title if it has no icon or the icon cannot be loaded. */
export const FeedIcon = ({ title, iconUrl }: { title: string; iconUrl: string | null }) => {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  return (
    <span className="feed-icon" aria-hidden="true">
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
    </span>
  );
};
