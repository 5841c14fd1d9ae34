import { wholeNumber } from '../counted.ts';
import type { errors as english } from '../en/start-errors.ts';

export const errors: typeof english = {
  errors: {
    VALIDATION_FAILED: { what: '入力内容に誤りがあります。', todo: '確認して、もう一度お試しください。' },
    INVALID_JSON: {
      what: 'リクエストを読み取れませんでした。',
      todo: 'ページを再読み込みして、もう一度お試しください。',
    },
    INVALID_QUERY: { what: '検索の書き方に誤りがあります。', todo: '示された部分を直してください。' },
    INVALID_CURSOR: {
      what: '一覧の内容が変わりました。',
      todo: '一覧を読み込み直してください。',
    },
    UNAUTHENTICATED: { what: 'サインインしていません。', todo: 'サインインして、もう一度お試しください。' },
    FORBIDDEN: { what: 'この操作は許可されていません。', todo: 'この Omomi の管理者にお尋ねください。' },
    HOST_REFUSED: {
      what: 'このアドレスでは利用できません。',
      todo: '起動時に表示されたアドレスで開いてください。',
    },
    ORIGIN_REFUSED: {
      what: 'このページからの変更は受け付けられません。',
      todo: 'Omomi のアドレスで開き直してください。',
    },
    NOT_FOUND: { what: 'すでに存在しません。', todo: '一覧を読み込み直してください。' },
    METHOD_NOT_ALLOWED: {
      what: 'このページはサーバーより古くなっています。',
      todo: 'ページを再読み込みしてください。',
    },
    KEYWORD_EXISTS: { what: 'このキーワードはすでにあります。', todo: '一覧で重みを変えられます。' },
    PAYLOAD_TOO_LARGE: { what: '内容が長すぎます。', todo: '短くして、もう一度お試しください。' },
    RATE_LIMITED: {
      what: '短い時間に操作が集中しました。',
      todo: '1分ほど待って、もう一度お試しください。',
    },
    BUSY: {
      what: '処理に時間がかかりすぎたため、中断しました。',
      todo: '数秒待ってから、もう一度お試しください。',
    },
    STORAGE_BUSY: {
      what: 'データの保存先が混み合っています。',
      todo: '数秒待ってから、もう一度お試しください。',
    },
    STORAGE_DAMAGED: {
      what: 'データのファイルが壊れています。',
      todo: 'Omomi を止めて、npm run restore で直近の控えに戻してください。',
    },
    STORAGE_FULL: {
      what: 'データを置くディスクがいっぱいです。保存済みのものは失われていません。',
      todo: '空き容量を増やしてください。その後は自動で再開します。',
    },
    INTERNAL: { what: 'サーバーで問題が起きました。', todo: '少し待って、もう一度お試しください。' },
    OFFLINE: {
      what: 'Omomi に接続できません。',
      todo: '起動していることを確かめて、もう一度お試しください。',
    },
    OVERLOADED: { what: '現在サーバーが混み合っています。', todo: '数秒待って、もう一度お試しください。' },
    BAD_ANSWER: {
      what: 'サーバーから想定外の応答がありました。',
      todo: 'ページを再読み込みしてください。',
    },
  },
  noListing: {},
  noConnection: {
    what: 'ネットワークに接続していません。',
    todo: 'つながってから、もう一度お試しください。',
  },
  goesOnIn: (n) => (n === 0 ? 'もう一度試しています。' : `${wholeNumber(n)}秒後に自動でもう一度試します。`),
  waitSeconds: (n) => `${wholeNumber(n)}秒待って、もう一度お試しください。`,
  waitMinutes: (n) => `${wholeNumber(n)}分待って、もう一度お試しください。`,
};
