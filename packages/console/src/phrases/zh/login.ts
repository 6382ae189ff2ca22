import type { Phrases } from '../language-pack.ts'

export const login: Phrases['login'] = {
  title: '登录',
  subtitle: '{{site}}',
  username: '用户名或邮箱',
  password: '密码',
  submit: '登录',
  bothNeeded: '请输入用户名和密码',
  expired: '未登录或登录已过期，请重新登录。',
  success: '登录成功！',
  passwordOff: '管理员已关闭密码登录。',
}
