import type { FurtherPhrases } from '../language-pack.ts'

export const statement: FurtherPhrases['statement'] = {
  intro: '一個月內餘額的全部變動，取自帳本：從期初餘額到期末餘額逐項相加。',
  month: '月份',
  failed: '無法產生帳單',
  item: '項目',
  count: '數量',
  amount: '金額',
  opening: '期初餘額，{{time}}',
  closing: '期末餘額，{{time}}',
  calls: '呼叫 {{model}}',
  otherCalls: '沒有統計資料的呼叫',
  plan: '由方案支付',
  owed: '{{amount}} 未能扣除，計入欠款。',
}
