export const alerts = {
  title: '当前问题',
  nothing: '没有问题。',
  since: '始于 {{time}}',
  untold: '尚未通知',
  test: '发送测试告警',
  testHint: '通过上面已保存的所有方式发送。',
  sent: '已发送：{{ways}}',
  failed: '{{way}}：{{error}}',
  ways: {
    webhook: 'Webhook',
    email: '邮件',
  },
}
