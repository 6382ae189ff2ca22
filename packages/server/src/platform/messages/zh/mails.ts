import type { MailSentences } from '../sentences.ts'

export const mails: MailSentences = {
  code: {
    title: '{site} 验证码：{code}',
    text: '您在 {site} 的验证码是 {code}，{minutes} 分钟内有效。\n\n如果不是您本人操作，请忽略此邮件。',
  },
  accountExists: {
    title: '{site}：该邮箱已注册',
    text: '有人（可能是您）在 {site} 为该邮箱申请了验证码，但该邮箱已有账户：请直接登录，或重置密码。\n\n如果不是您本人操作，请忽略此邮件。',
  },
  reset: {
    title: '{site} 密码重置',
    text: '{name}，您好：\n\n请打开以下链接重置您在 {site} 的密码。链接只能使用一次，{minutes} 分钟内有效。\n\n{link}\n\n如果不是您本人操作，请忽略此邮件，密码不会改变。',
  },
  invitation: {
    title: '{site}：{name} 邀请您加入',
    text: '您好：\n\n{name} 邀请您加入 {site}。打开以下链接，用新账户或已有账户接受邀请；链接仅可使用一次，{days} 天内有效。\n\n{link}\n\n如果您不认识对方，请忽略本邮件。',
  },
  teamInvitation: {
    title: '{site}：{name} 邀请您加入团队 {team}',
    text: '您好：\n\n{name} 邀请您加入 {site} 的团队 {team}。打开以下链接即可接受或拒绝；链接仅可使用一次，{days} 天内有效。\n\n{link}\n\n如果您不认识对方，请忽略本邮件。',
  },
  test: {
    title: '{site} 测试邮件',
    text: '这封邮件说明 {site} 可以正常发送邮件。',
  },
  unsubscribe: '不想再收到这类邮件？在此退订：',
}
