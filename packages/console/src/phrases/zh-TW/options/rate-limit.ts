import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const rateLimit = {
  ModelRequestRateLimitEnabled: {
    label: '啟用模型請求速率限制',
    hint: '統計每位使用者所有權杖的請求數，超出限制時傳回 429。',
  },
  ModelRequestRateLimitDurationMinutes: {
    label: '限制週期',
    hint: '統計請求數的時間範圍。',
    unit: '分鐘',
  },
  ModelRequestRateLimitCount: {
    label: '每週期最多請求次數',
    hint: '失敗的請求也計算在內。0 或 -1 表示不限制。',
  },
  ModelRequestRateLimitSuccessCount: {
    label: '每週期最多成功次數',
    hint: '只計算成功得到回答的請求。',
  },
  ModelRequestRateLimitGroup: {
    label: '群組速率限制',
    hint: '群組 → [最多請求次數, 最多成功次數]。列在這裡的群組以此為準，優先於以上兩項。',
  },
  'rate_limit_setting.without_redis': {
    label: 'Redis 無法使用時',
    hint: '請求限制和管道限制透過 Redis 在所有節點間合併統計。各自統計時，呼叫端在每個節點都可用滿一次限額；拒絕則在 Redis 恢復前傳回 503。',
    choices: { count_alone: '各節點單獨統計', refuse: '拒絕受限制的請求' },
  },
  'rate_limit_setting.relay_requests': { label: '模型呼叫', hint: '來自同一位址的所有權杖合計。0 表示不限制。' },
  'rate_limit_setting.relay_seconds': { label: '週期：模型呼叫', hint: '統計的時間範圍。', unit: '秒' },
  'rate_limit_setting.api_requests': { label: '主控台 API 呼叫', hint: '來自同一位址對 /api 的呼叫。0 表示不限制。' },
  'rate_limit_setting.api_seconds': { label: '週期：主控台 API 呼叫', hint: '統計的時間範圍。', unit: '秒' },
  'rate_limit_setting.web_requests': {
    label: '主控台頁面',
    hint: '來自同一位址；瀏覽器快取的檔案不計。0 表示不限制。',
  },
  'rate_limit_setting.web_seconds': { label: '週期：主控台頁面', hint: '統計的時間範圍。', unit: '秒' },
  'rate_limit_setting.critical_requests': {
    label: '登入與註冊',
    hint: '來自同一位址的登入、註冊、重設密碼和郵件驗證碼。0 表示不限制。',
  },
  'rate_limit_setting.critical_seconds': { label: '週期：登入與註冊', hint: '統計的時間範圍。', unit: '秒' },
  'connection_setting.per_address': {
    label: '單一位址的連線數',
    hint: '只計沒有已通過驗證的呼叫的連線；超出時關閉最早的連線。受信任的代理不計。0 表示不限制。',
  },
  'connection_setting.total': {
    label: '連線總數',
    hint: '超出時關閉最早的、沒有已通過驗證的呼叫的連線，以便新連線隨時可以進入。0 表示取作業系統上限的一半。',
  },
  'connection_setting.user_percent': {
    label: '單一使用者的呼叫占比',
    hint: '佔同時進行的呼叫總數（等於上面的連線總數）的比例，超出時該使用者的呼叫傳回 429，以便其他使用者始終有餘量。',
    unit: '%',
  },
  'connection_setting.body_seconds': {
    label: '請求本文進度',
    hint: '在這段時間內平均每秒不足 500 位元組的請求本文會被中斷並傳回 408。0 表示不限制。',
    unit: '秒',
  },
  'connection_setting.unread_seconds': {
    label: '未讀取的回答',
    hint: '用戶端在這段時間內沒有讀取串流回答時會被斷開，依用戶端離開計費。0 表示不限制。',
    unit: '秒',
  },
  'memory_setting.budget_mib': {
    label: '呼叫可用記憶體',
    hint: '請求本文（解壓、轉換後）與儲存的回答合計可佔用的記憶體，超出時傳回 503。0 表示不限制。',
    unit: 'MiB',
  },
  'memory_setting.user_percent': {
    label: '單一使用者占比',
    hint: '佔以上記憶體的比例，超出時該使用者的呼叫傳回 429。',
    unit: '%',
  },
} satisfies Incomplete<WordsOfTab<'rate-limit'>>
