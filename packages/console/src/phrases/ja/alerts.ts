import type { FurtherPhrases } from '../language-pack.ts'

export const alerts: FurtherPhrases['alerts'] = {
  title: 'アラート：監視対象と現在の問題',
  well: '正常',
  off: '監視していません',
  told: '前回の通知：{{time}}',
  since: '{{time}}から',
  untold: '未通知',
  test: 'テストアラートを送信',
  testHint: '上で保存したすべての方法で送信します。',
  sent: '送信しました：{{ways}}',
  failed: '{{way}}：{{error}}',
  ways: {
    webhook: 'Webhook',
    email: 'メール',
  },
  rules: {
    channel_down: 'チャネルが停止した',
    wallet_low: 'アップストリームの残高が少ない',
    error_rate: '呼び出しの失敗が多い',
    books_wrong: '帳簿が一致しない',
    job_failed: 'バックグラウンドジョブが失敗する',
    price_raised: 'アップストリームの価格が当サイトを上回る',
    database_away: 'データベースに接続できない',
    database_read_only: 'データベースに書き込めない',
    redis_away: 'Redisに接続できない',
    not_ready: 'サーバーの準備ができていない',
    node_lost: 'ノードが失われた',
    funds_held: '応答しないノードがクォータを押さえている',
    disk_full: 'ディスクがほぼ満杯',
    own_errors: 'サーバーが多くの呼び出しに5xxを返す',
  },
}
