import type { Texts } from '../../languages.ts';

const en = {
  why: 'Why is this here',
  lessOfFeed: 'Less of this feed',
  usualOfFeed: 'As much of this feed as usual',
  muteWord: 'Mute a word…',
  lessNow: (feed: string): string => `“${feed}” ranks lower from now on.`,
  usualNow: (feed: string): string => `“${feed}” ranks as usual again.`,
  dampingUndone: (feed: string): string => `“${feed}” ranks as it did before.`,
  muteTitle: 'Mute a word',
  candidates: 'Words of the title',
  word: 'Word or phrase',
  wordHint: 'Articles with it in their title no longer arrive. Letter case makes no difference.',
  scope: 'In',
  everywhere: 'all feeds',
  onlyIn: (feed: string): string => `only “${feed}”`,
  isAlsoHere: 'Also take away the articles that are here. That cannot be undone.',
  mute: 'Mute',
  ruleName: (word: string): string => `Mute ${word}`,
  muted: (word: string): string => `“${word}” is muted. Settings, Rules lists what you mute.`,
  unmuted: (word: string): string => `“${word}” is no longer muted.`,
};

const ja: typeof en = {
  why: 'この順位の理由',
  lessOfFeed: 'このフィードを減らす',
  usualOfFeed: 'このフィードを標準に戻す',
  muteWord: '言葉をミュート…',
  lessNow: (feed) => `「${feed}」の重要度を下げました。`,
  usualNow: (feed) => `「${feed}」の重要度を標準に戻しました。`,
  dampingUndone: (feed) => `「${feed}」の重要度を元に戻しました。`,
  muteTitle: '言葉をミュート',
  candidates: 'タイトルの言葉',
  word: '言葉',
  wordHint: 'タイトルにこの言葉を含む記事は、今後届きません。大文字と小文字は区別しません。',
  scope: '対象',
  everywhere: 'すべてのフィード',
  onlyIn: (feed) => `「${feed}」のみ`,
  isAlsoHere: '今ある記事も一覧から取り除く（元に戻せません）',
  mute: 'ミュート',
  ruleName: (word) => `ミュート: ${word}`,
  muted: (word) => `「${word}」をミュートしました。設定の「ルール」で確認できます。`,
  unmuted: (word) => `「${word}」のミュートを解除しました。`,
};

export const articleMenuTexts: Texts<typeof en> = { en, ja };
