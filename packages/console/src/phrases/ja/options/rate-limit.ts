import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const rateLimit = {
  ModelRequestRateLimitEnabled: {
    label: 'モデルリクエストを制限',
    hint: '各ユーザーのリクエストを、すべてのトークンの合計で数えます。超過したリクエストには429を返します。',
  },
  ModelRequestRateLimitDurationMinutes: {
    label: '期間',
    hint: 'リクエストを数える期間。',
    unit: '分',
  },
  ModelRequestRateLimitCount: {
    label: '期間内のリクエスト',
    hint: '失敗したリクエストも数えます。0または-1：無制限。',
  },
  ModelRequestRateLimitSuccessCount: {
    label: '期間内の成功リクエスト',
    hint: '応答が得られたものだけを数えます。',
  },
  ModelRequestRateLimitGroup: {
    label: 'グループごとの制限',
    hint: 'グループ → [リクエスト数, 成功リクエスト数]。ここに挙げたグループには、上の2つの制限の代わりに適用します。',
  },
  'rate_limit_setting.without_redis': {
    label: 'Redisに接続できない間',
    hint: '呼び出しとチャネルの制限は、Redisで全ノードの合計を数えます。ノードごとに数える場合、呼び出し元はノードの数だけ上限まで使えます。拒否する場合は、Redisが戻るまで503を返します。',
    choices: { count_alone: 'ノードごとに数える', refuse: '制限付きの呼び出しを拒否' },
  },
  'rate_limit_setting.relay_requests': {
    label: 'モデルの呼び出し',
    hint: '1つのアドレスからの、すべてのトークンの合計。0：無制限。',
  },
  'rate_limit_setting.relay_seconds': {
    label: '期間：モデルの呼び出し',
    hint: '数える期間。',
    unit: '秒',
  },
  'rate_limit_setting.api_requests': {
    label: 'コンソールの呼び出し',
    hint: '1つのアドレスからの/apiへの呼び出し。0：無制限。',
  },
  'rate_limit_setting.api_seconds': {
    label: '期間：コンソールの呼び出し',
    hint: '数える期間。',
    unit: '秒',
  },
  'rate_limit_setting.web_requests': {
    label: 'コンソールのページ',
    hint: '1つのアドレスから。ブラウザーがキャッシュするファイルは数えません。0：無制限。',
  },
  'rate_limit_setting.web_seconds': {
    label: '期間：コンソールのページ',
    hint: '数える期間。',
    unit: '秒',
  },
  'rate_limit_setting.critical_requests': {
    label: 'サインインと登録',
    hint: '1つのアドレスからのサインイン、登録、パスワードの再設定、メールのコード。0：無制限。',
  },
  'rate_limit_setting.critical_seconds': {
    label: '期間：サインインと登録',
    hint: '数える期間。',
    unit: '秒',
  },
  'connection_setting.per_address': {
    label: 'アドレスごとの接続数',
    hint: '認証済みの呼び出しのない接続を数え、上限を超えると最も古いものを閉じます。信頼するプロキシは数えません。0：無制限。',
  },
  'connection_setting.total': {
    label: '接続の総数',
    hint: 'これを超えると、認証済みの呼び出しのない最も古い接続を閉じ、新しいクライアントが常に入れるようにします。0：オペレーティングシステムの上限の半分。',
  },
  'connection_setting.user_percent': {
    label: '1ユーザーの呼び出し',
    hint: '実行中の呼び出し（上限は上の接続と同じ）に占める割合。超過したユーザーの呼び出しには429を返し、ほかのユーザーの余地を常に残します。',
    unit: '%',
  },
  'connection_setting.body_seconds': {
    label: 'リクエストボディの進み',
    hint: 'この時間の平均が毎秒500バイトより遅いボディは、408で打ち切ります。0：無制限。',
    unit: '秒',
  },
  'connection_setting.unread_seconds': {
    label: '読まれない応答',
    hint: 'ストリームをこの時間まったく読まないクライアントを切断します。呼び出しは、クライアントが離れた場合と同じように課金します。0：無制限。',
    unit: '秒',
  },
  'memory_setting.budget_mib': {
    label: '呼び出し用メモリー',
    hint: 'リクエストと保存した応答の、展開・変換後の合計。超過した呼び出しには503を返します。0：無制限。',
    unit: 'MiB',
  },
  'memory_setting.user_percent': {
    label: '1ユーザーの割合',
    hint: '上のメモリーに占める割合。超過したユーザーの呼び出しには429を返します。',
    unit: '%',
  },
} satisfies Incomplete<WordsOfTab<'rate-limit'>>
