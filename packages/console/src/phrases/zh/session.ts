import type { Phrases } from '../language-pack.ts'

export const session: Phrases['session'] = {
  noEntry: '此页面仅限管理员访问',
  noEntryForAdmins: '此页面仅限超级管理员访问',
  noEntryHint: '您的账户没有所需的权限，如有疑问请联系站点管理员。',
  noRight: '此页面需要权限“{{right}}”',
  noRightHint: '您没有该权限。超级管理员可以授予。',
  backToConsole: '返回控制台',
  statusUnreachable: '无法连接至服务器',
  statusUnreachableHint: '网关没有响应。请检查网络；如果服务刚刚启动，请稍等片刻。',
  statusFailed: '加载状态失败',
  retry: '重试',
  again: {
    title: '登录已过期',
    hint: '以 {{name}} 身份重新登录即可继续，本页内容不会丢失。',
    submit: '登录并继续',
    other: '用其他方式登录',
  },
}
