import type { LaterTexts } from '../en/later.ts';
import { wholeNumber } from '../counted.ts';

export const notifications: LaterTexts['notifications'] = {
  title: '通知',
  row: '大事な記事を通知する',
  rowHint: '必読の記事が届くと、スマホや別のアプリに知らせます。',
  setUp: '設定する',
  on: '通知を送る',
  onHint: 'これから届く記事だけを、話題ごとに1回知らせます。',
  needsChannel: '先に通知先を追加してください。',
  what: '内容',
  mustRead: '必読の記事',
  feed: (title) => `「${title}」のすべて`,
  most: '上限',
  aDay: (n) => `1日${n}件`,
  quiet: '通知しない時間',
  quietHint: (zone) => `${zone} の時刻です。同じ時刻を2つ選ぶと、いつでも通知します。`,
  from: '開始',
  to: '終了',
  channels: '通知先',
  noChannels: 'まだありません。',
  add: '追加',
  thisDevice: 'この端末を追加',
  browser: 'ブラウザー',
  refused: 'このブラウザーは Omomi の通知を許可していません。ブラウザーの設定で許可してください。',
  kind: '通知先の種類',
  address: {
    ntfy: 'トピックのアドレス',
    telegram: 'チャットの ID、またはチャンネルの @名前',
    webhook: 'アドレス',
  },
  secret: {
    ntfy: 'アクセストークン(必要なとき)',
    telegram: 'ボットのトークン',
    webhook: 'x-omomi-secret で送る秘密の値',
  },
  remove: '削除',
  removeOf: (name) => `${name} を削除`,
  works: '届いています。',
  problems: {
    refused: (status) => `前回の通知は断られました(${status ?? '?'})。`,
    unreachable: '前回の通知に応答がありませんでした。',
    address_refused: 'プライベートネットワークのアドレスには送れません。',
  },
  preview: (n) =>
    n === 0 ? '先週なら通知はありませんでした。' : `先週なら${wholeNumber(n)}件の通知がありました`,
};
