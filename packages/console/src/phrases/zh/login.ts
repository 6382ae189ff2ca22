import type { Phrases } from '../language-pack.ts'

export const login: Phrases['login'] = {
  title: '登录',
  username: '用户名或邮箱',
  password: '密码',
  submit: '登录',
  bothNeeded: '请输入用户名和密码',
  expired: '未登录或登录已过期，请重新登录。',
  toRegister: '注册账户',
  toReset: '忘记密码？',
  success: '登录成功！',
  passwordOff: '管理员已关闭密码登录。',
  agreement: '本站条款',
  agreementHint: '同意本站现行条款后即可登录。',
  secondStep: '两步验证',
  secondStepHint: '请输入验证器应用中的六位数字，或一个恢复码。',
  back: '返回密码登录',
  passkey: '使用通行密钥登录',
  defaultPassword: '您正在使用默认密码！请立刻修改！',
  defaultPasswordHint: '任何了解本软件的人都知道这个密码。',
}
