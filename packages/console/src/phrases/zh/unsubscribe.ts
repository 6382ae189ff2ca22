import type { Phrases } from '../language-pack.ts'

export const unsubscribe: Phrases['unsubscribe'] = {
  title: '退订',
  hint: '您将不再通过邮件收到本站的消息。验证码、密码重置和警告仍会发送。',
  do: '退订',
  done: '已退订：不再向您发送消息邮件。',
  toProfile: '在个人设置中更改',
}
