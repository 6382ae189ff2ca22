import type { FurtherPhrases } from '../language-pack.ts'

export const modelPage: FurtherPhrases['modelPage'] = {
  all: '全部價格',
  intro: '群組 {{group}} 的價格、限制和能力。',
  noGroup: '您的群組都不能使用此模型。',
  price: '價格與能力',
  output: '單次回答最多 {{tokens}} 個 token。',
  unknown: '沒有這個模型',
  unknownHint: '它可能已改名，或目前沒有管道提供它。',
  uptime: {
    title: '最近 30 天可用率',
    hint: '到達上游的呼叫中未在上游失敗的比例，依 UTC 日期。',
    share: '{{share}} 的呼叫得到回答',
    few: '呼叫太少，無法判斷。',
    day: '{{day}}：{{share}} 的呼叫得到回答',
    quietDay: '{{day}}：呼叫太少',
    today: '今天',
  },
  speed: {
    title: '速度',
    hint: '最近七天，依您的群組。',
    group: '群組',
    half: '首個 token，半數呼叫',
    most: '首個 token，95% 的呼叫',
    rate: '每秒 token 數',
    few: '呼叫太少，無法測量。',
  },
  badge: {
    title: '徽章與訂閱',
    hint: '用於其他網頁：30 天可用率圖片，會自動更新。',
    feed: '故障訂閱',
    alt: '{{model}} 的可用率',
    markdown: 'Markdown',
  },
  code: {
    title: '程式碼範例',
    hint: '已填入本站位址；請把「sk-…」換成您自己的金鑰。',
    client: '用戶端',
    guide: '逐步設定',
  },
}
