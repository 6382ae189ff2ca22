import type { FurtherPhrases } from '../language-pack.ts'

export const channelHealth: FurtherPhrases['channelHealth'] = {
  title: '過去一小時',
  intro: '所有節點上各管道過去一小時的表現，以及現在能否呼叫。本節點自 {{since}}開始統計。',
  empty: '過去一小時沒有呼叫任何管道。',
  quiet_other: '另有 {{number}} 個管道未被呼叫，或未列出。',
  loadFailed: '過去一小時的資料載入失敗',
  sparkline: '「{{name}}」過去一小時的呼叫，每柱三分鐘',
  failureShare: '一分鐘內 {{percent}}% 的呼叫失敗',
  failures_other: '連續失敗 {{count}} 次',
  moreModels_other: '另有 {{count}} 個模型',
  hourTold: '{{calls}} 次呼叫，{{failures}} 次失敗，首位元組 {{firstByte}}',
  /** The state of a channel with one of them, and the filter of the list. */
  troubles: {
    resting: '休息中',
    partly_resting: '部分模型休息',
    failing: '失敗多',
    slow: '緩慢',
    key_trouble: '金鑰異常',
    under_cost: '價格低於成本',
    flagged: '回答不符',
    idle: '無呼叫',
  },
  reasons: {
    failing: '過去一小時 {{calls}} 次呼叫中有 {{failures}} 次失敗',
    slow: '串流回答平均在 {{time}} 後開始',
    keysRefused_other: '{{count}} 個金鑰被拒絕或已停用',
    keysResting_other: '{{count}} 個金鑰在休息',
    underCost: '{{model}}：{{group}} 的價格比成本低 {{share}}',
    flagged: '回答與請求不符；詳情見名稱旁的標記',
  },
  columns: {
    channel: '管道',
    model: '模型',
    error: '最近的錯誤',
    allModels: '所有模型',
  },
  figures: {
    calls: '呼叫',
    success: '成功率',
    latency: '完整回答',
    firstToken: '首個 token',
    speed: '每秒 token',
    cache: '快取命中',
    affinity: '對話保持',
  },
  states: {
    well: '正常',
    open: '暫停中，剩餘 {{time}}',
    half_open: '下一次呼叫將試探',
    failing: '出現失敗',
  },
}
