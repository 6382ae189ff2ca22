import type { FurtherPhrases } from '../language-pack.ts'

export const alerts: FurtherPhrases['alerts'] = {
  title: '警示規則與目前問題',
  well: '正常',
  off: '未啟用',
  told: '上次通知 {{time}}',
  since: '始於 {{time}}',
  untold: '尚未通知',
  test: '傳送測試警示',
  testHint: '透過上面已儲存的所有方式傳送。',
  sent: '已傳送：{{ways}}',
  failed: '{{way}}：{{error}}',
  ways: {
    webhook: 'Webhook',
    email: '郵件',
  },
  rules: {
    channel_down: '管道不可用',
    wallet_low: '上游餘額不足',
    error_rate: '大量呼叫失敗',
    books_wrong: '帳目不平',
    job_failed: '背景任務失敗',
    price_raised: '上游價格高於我們的價格',
    database_away: '資料庫不可用',
    database_read_only: '資料庫無法寫入',
    redis_away: 'Redis 不可用',
    not_ready: '伺服器未就緒',
    node_lost: '節點失聯',
    funds_held: '失聯節點佔用額度',
    disk_full: '磁碟將滿',
    own_errors: '伺服器大量傳回 5xx',
  },
}
