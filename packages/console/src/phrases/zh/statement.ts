export const statement = {
  intro: '一个月内余额的全部变动，取自账本：从期初余额到期末余额逐项相加。',
  month: '月份',
  failed: '无法生成账单',
  item: '项目',
  count: '数量',
  amount: '金额',
  opening: '期初余额，{{time}}',
  closing: '期末余额，{{time}}',
  calls: '调用 {{model}}',
  otherCalls: '没有统计数据的调用',
  plan: '由套餐支付',
  owed: '{{amount}} 未能扣除，计入欠款。',
}
