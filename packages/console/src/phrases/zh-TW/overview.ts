import type { FurtherPhrases } from '../language-pack.ts'

export const overview: FurtherPhrases['overview'] = {
  loadFailed: '面板載入失敗',
  announcements: {
    title: '公告',
    none: '尚無公告。',
    all: '顯示全部 {{total}} 則',
    types: {
      ongoing: '進行中',
      success: '已完成',
      warning: '警告',
      error: '故障',
    },
  },
  apiInfo: {
    title: 'API 位址',
    measure: '測速',
    measureOf: '測量 {{name}} 的延遲',
    latency: '從此瀏覽器 {{ms}} 毫秒',
    unreachable: '此瀏覽器無法存取',
  },
  faq: {
    title: '常見問題',
  },
  status: {
    title: '狀態',
    hint: '七天內未在上游失敗的呼叫所佔比例。',
    unknown: '目前沒有資料。',
    nothingPlanned: '沒有計畫中的維護。',
    planned: '計畫中',
    running: '進行中',
    span: '{{from}} 至 {{until}}',
    day: '{{day}}：{{share}}',
    quietDay: '{{day}}：呼叫太少',
    notRead: '尚未讀到此狀態頁。',
    uptime: '24 小時 {{share}}',
    states: {
      up: '正常',
      down: '中斷',
      pending: '待定',
      maintenance: '維護中',
      unknown: '未知',
    },
    kinds: {
      good: '正常',
      fair: '部分失敗',
      bad: '故障',
      quiet: '呼叫太少',
    },
  },
}
