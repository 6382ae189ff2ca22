import type { NoticeSentences } from '../sentences.ts'

export const notifications: NoticeSentences = {
  quotaWarning: {
    title: '您的额度即将用尽',
    content: '您的额度即将用尽，当前剩余额度为 {{value}}。为了不影响您的使用，请及时充值。',
    link: '充值链接：{{value}}',
  },
  planEnded: {
    title: '套餐已结束',
    content: '您的套餐“{{value}}”已结束，后续调用将由其他套餐和余额支付。',
    link: '套餐：{{value}}',
  },
  planUnpaid: {
    title: '套餐未能续订',
    content: '您的套餐“{{value}}”已结束：余额不足以支付下一周期的 {{value}}。',
    link: '充值：{{value}}',
  },
  teamWalletLow: {
    title: '团队钱包即将用尽',
    content: '团队“{{value}}”的钱包即将用尽，当前剩余额度为 {{value}}。为了不影响团队的使用，请及时存入。',
    link: '团队：{{value}}',
  },
  memberBudget: {
    title: '成员预算用量提醒',
    content: '{{value}} 已使用预算的 {{value}} %（预算 {{value}}，团队“{{value}}”），将于 {{value}} 重新开始。',
    link: '团队：{{value}}',
  },
  projectBudget: {
    title: '项目预算用量提醒',
    content: '项目“{{value}}”已使用预算的 {{value}} %（预算 {{value}}，团队“{{value}}”），将于 {{value}} 重新开始。',
    link: '团队：{{value}}',
  },
  channelDisabled: { title: '渠道已被禁用', content: '{{value}}', link: '渠道：{{value}}' },
  channelEnabled: { title: '渠道已重新启用', content: '{{value}}', link: '渠道：{{value}}' },
  channelsTested: {
    title: '所有渠道测试完成',
    content: '所有渠道测试完成：{{value}} 个通过，{{value}} 个失败。',
    link: '渠道：{{value}}',
  },
  otherModelServed: {
    title: '渠道提供了其他模型',
    content: '渠道“{{value}}”（{{value}}）被请求 {{value}}，但称提供的是 {{value}}。',
    link: '渠道：{{value}}',
  },
  countsDrift: {
    title: '渠道的 token 计数与我们的不符',
    content: '渠道“{{value}}”（{{value}}），模型 {{value}}：上游计费的 token 是我们统计的 {{value}} 倍。',
    link: '渠道：{{value}}',
  },
}
