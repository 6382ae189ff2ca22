import type { NoticeSentences } from '../sentences.ts'

export const notifications: NoticeSentences = {
  quotaWarning: {
    title: '您的額度即將用盡',
    content: '您的額度即將用盡，目前剩餘額度為 {{value}}。為了不影響您的使用，請及時儲值。',
    link: '儲值連結：{{value}}',
  },
  planEnded: {
    title: '方案已結束',
    content: '您的方案「{{value}}」已結束，後續呼叫將由其他方案和餘額支付。',
    link: '方案：{{value}}',
  },
  planUnpaid: {
    title: '方案未能續訂',
    content: '您的方案「{{value}}」已結束：餘額不足以支付下一週期的 {{value}}。',
    link: '儲值：{{value}}',
  },
  teamWalletLow: {
    title: '團隊錢包即將用盡',
    content: '團隊「{{value}}」的錢包即將用盡，目前剩餘額度為 {{value}}。為了不影響團隊的使用，請及時存入。',
    link: '團隊：{{value}}',
  },
  memberBudget: {
    title: '成員預算用量提醒',
    content: '{{value}} 已使用預算的 {{value}} %（預算 {{value}}，團隊「{{value}}」），將於 {{value}} 重新開始。',
    link: '團隊：{{value}}',
  },
  projectBudget: {
    title: '專案預算用量提醒',
    content:
      '專案「{{value}}」已使用預算的 {{value}} %（預算 {{value}}，團隊「{{value}}」），將於 {{value}} 重新開始。',
    link: '團隊：{{value}}',
  },
  channelDisabled: { title: '管道已被停用', content: '{{value}}', link: '管道：{{value}}' },
  channelEnabled: { title: '管道已重新啟用', content: '{{value}}', link: '管道：{{value}}' },
  channelsTested: {
    title: '所有管道測試完成',
    content: '所有管道測試完成：{{value}} 個通過，{{value}} 個失敗。',
    link: '管道：{{value}}',
  },
  otherModelServed: {
    title: '管道提供了其他模型',
    content: '管道「{{value}}」（{{value}}）被請求 {{value}}，但稱提供的是 {{value}}。',
    link: '管道：{{value}}',
  },
  countsDrift: {
    title: '管道的 token 計數與我們的不符',
    content: '管道「{{value}}」（{{value}}），模型 {{value}}：上游計費的 token 是我們統計的 {{value}} 倍。',
    link: '管道：{{value}}',
  },
}
