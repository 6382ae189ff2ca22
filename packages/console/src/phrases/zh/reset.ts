import type { Phrases } from '../language-pack.ts'

export const reset: Phrases['reset'] = {
  title: '重置密码',
  hint: '账户绑定的邮箱地址，将收到一个半小时内有效的链接。',
  submit: '发送链接',
  againIn: '{{seconds}} 秒后可重试',
  sent: '如果该邮箱有对应的账户，邮件已发出。',
  confirmHint: '邮箱为 {{email}} 的账户将获得新密码，所有登录都会失效。',
  confirm: '重置密码',
  newPassword: '新密码：',
  keep: '请妥善保存，密码只显示一次。登录后可以修改。',
  again: '重新获取链接',
  incomplete: '链接不完整：请按邮件中的原样打开，或重新获取。',
}
