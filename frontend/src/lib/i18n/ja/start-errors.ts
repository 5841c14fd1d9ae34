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
    CREDENTIALS_WRONG: {
      what: '名前とパスワード、またはパスキーが一致しません。',
      todo: '入力内容を確かめるか、別の方法でサインインしてください。',
    },
    FRESH_SIGN_IN_NEEDED: {
      what: 'サインインから 10 分以上経っています。',
      todo: 'サインアウトしてサインインし直し、10 分以内にもう一度操作してください。',
    },
    INVITATION_UNKNOWN: {
      what: 'このリンクは使用済みか、1 日の有効期限が切れています。',
      todo: 'この Omomi の管理者に、新しいリンクを頼んでください。',
    },
    NAME_TAKEN: { what: 'この名前はほかの利用者が使っています。', todo: '別の名前を選んでください。' },
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
    IMAGE_UNAVAILABLE: {
      what: '配信元から画像を取得できませんでした。',
      todo: '元の記事を開いてご覧ください。',
    },
    METHOD_NOT_ALLOWED: {
      what: 'このページはサーバーより古くなっています。',
      todo: 'ページを再読み込みしてください。',
    },
    ALREADY_SUBSCRIBED: { what: 'このフィードはすでに購読しています。', todo: 'フィード一覧にあります。' },
    FEED_INACTIVE: {
      what: 'このフィードは一時停止中か、停止しています。',
      todo: '再開してから、もう一度取得してください。',
    },
    SUBSCRIPTION_LIMIT: {
      what: '購読できるフィードの上限に達しました。',
      todo: 'どれかの購読をやめると追加できます。',
    },
    IMPORT_RUNNING: {
      what: '別のインポートが実行中のため、このファイルは受け付けませんでした。',
      todo: '終わるまで待ってから、もう一度インポートしてください。',
    },
    CRAWL_RUNNING: {
      what: '別のクロールが実行中です。',
      todo: '終わるまで待つか、中止してから開始してください。',
    },
    CRAWL_LIMIT: { what: '許可されている上限を超えています。', todo: '小さい値にしてください。' },
    LEARNING_OFF: {
      what: 'Omomi は好みを学習しない設定です。',
      todo: '設定で学習をオンにしてください。',
    },
    KEYWORD_EXISTS: { what: 'このキーワードはすでにあります。', todo: '一覧で重みを変えられます。' },
    TODAY_LINK_LIMIT: {
      what: 'フィードのアドレスの上限に達しました。',
      todo: '不要なものを無効にしてください。',
    },
    TOKEN_LIMIT: {
      what: 'APIトークンの数が上限に達しています。',
      todo: '使っていないトークンを無効にしてください。',
    },
    LAST_IDENTITY: {
      what: 'これが唯一のサインイン方法です。',
      todo: '先に別のアカウントを連携するか、退会してください。',
    },
    KEYWORD_LIMIT: {
      what: '登録できるキーワードの上限に達しました。',
      todo: 'どれかを削除すると追加できます。',
    },
    SEARCH_EXISTS: {
      what: '同じ名前の検索がすでに保存されています。',
      todo: '別の名前にするか、保存済みの検索を変更してください。',
    },
    SEARCH_LIMIT: {
      what: '保存できる検索の上限に達しました。',
      todo: 'どれかを削除すると保存できます。',
    },
    RULE_LIMIT: {
      what: 'ルールの上限(100件、語句などの合計1,000個)に達しました。',
      todo: 'どれかのルールか語句を削除すると追加できます。',
    },
    PAYLOAD_TOO_LARGE: { what: '内容が長すぎます。', todo: '短くして、もう一度お試しください。' },
    FEED_NOT_FOUND: {
      what: 'このアドレスにフィードは見つかりませんでした。',
      todo: '新着記事の並ぶページか、フィードそのもののアドレスをお試しください。',
    },
    FEED_UNREACHABLE: {
      what: 'このアドレスからは何も読み取れませんでした。',
      todo: 'つづりを確かめるか、しばらくしてからお試しください。',
    },
    FEED_INVALID: {
      what: 'このアドレスの内容はフィードとして読み取れません。',
      todo: '別のアドレスをお試しください。',
    },
    ADDRESS_REFUSED: {
      what: '公開されていないアドレスです。',
      todo: '購読できるのは、公開された http または https のアドレスだけです。',
    },
    RATE_LIMITED: {
      what: '短い時間に操作が集中しました。',
      todo: '一分ほど待って、もう一度お試しください。',
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
    UNHEALTHY: {
      what: 'Omomi の一部が動いていません。',
      todo: '実行中の出力を確認してください。',
    },
    STORAGE_FULL: {
      what: 'データを置くディスクがいっぱいです。保存済みのものは失われていません。',
      todo: '空き容量を増やしてください。その後は自動で再開します。',
    },
    INTERNAL: { what: 'サーバーで問題が起きました。', todo: '少し待って、もう一度お試しください。' },
    MODEL_UNAVAILABLE: {
      what: '重要度を計算するモデルが応答しません。',
      todo: '数分後にもう一度お試しください。',
    },
    OFFLINE: {
      what: 'Omomi に接続できません。',
      todo: '起動していることを確かめて、もう一度お試しください。',
    },
    BAD_ANSWER: {
      what: 'サーバーから想定外の応答がありました。',
      todo: 'ページを再読み込みしてください。',
    },
  },
  noConnection: {
    what: 'ネットワークに接続していません。',
    todo: 'つながってから、もう一度お試しください。送信待ちの変更は自動で送信されます。',
  },
  goesOnIn: (n) => (n === 0 ? 'もう一度試しています。' : `${wholeNumber(n)} 秒後に自動でもう一度試します。`),
  waitSeconds: (n) => `${wholeNumber(n)} 秒待って、もう一度お試しください。`,
};
