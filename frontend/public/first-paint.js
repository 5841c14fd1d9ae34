// Runs before the first paint, so that a dark page does not flash white. It is a file of its own, because the
// content security policy forbids inline scripts.
(function () {
  const stored = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      // If storage is switched off, the system's preference and the defaults decide.
      return null;
    }
  };
  const chosen = stored('omomi.theme');
  const isDark =
    chosen === 'dark' ||
    (chosen !== 'light' && chosen !== 'sepia' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.add(isDark ? 'dark' : 'light');
  if (chosen === 'sepia' || chosen === 'contrast') document.documentElement.classList.add(chosen);

  // Unless the reader wants pictures from their publishers, the page loads them from its own server alone. The same
  // policy as in `image-policy.ts`.
  const loadsDirectly = () => {
    try {
      return JSON.parse(stored('omomi.preferences') ?? '{}').proxy_images === false;
    } catch {
      return false;
    }
  };
  if (!loadsDirectly()) {
    const policy = document.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = "img-src 'self' data:";
    document.head.append(policy);
  }

  // These pages have no feeds beside them, and no reader whose preferences they need.
  if (/^\/(sign-in|goodbye)/.test(location.pathname)) {
    document.documentElement.classList.add('alone');
    return;
  }
  // The list is not asked for before the preferences are there, so they are loaded together with the program.
  const preferences = document.createElement('link');
  preferences.rel = 'preload';
  preferences.as = 'fetch';
  preferences.href = '/api/me/preferences';
  preferences.crossOrigin = 'anonymous';
  document.head.append(preferences);
})();

// Shows a message where the program cannot be loaded, because the page would stay white. Such an error does not bubble.
window.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return;
    const texts = {
      en: ['Omomi could not be loaded. Check your connection.', 'Try again'],
      ja: ['Omomi を読み込めませんでした。接続を確認してください。', 'もう一度試す'],
      de: ['Omomi konnte nicht geladen werden. Prüfe die Verbindung.', 'Noch einmal'],
    };
    const [what, todo] = texts[navigator.language.slice(0, 2)] ?? texts.en;
    const show = () => {
      const message = document.createElement('p');
      message.setAttribute('role', 'alert');
      message.textContent = what;
      const button = document.createElement('button');
      button.textContent = todo;
      button.onclick = () => window.location.reload();
      document.getElementById('root')?.replaceChildren(message, button);
    };
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
    else show();
  },
  true,
);
