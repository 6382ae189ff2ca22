import type { Phrases } from '../language-pack.ts'

export const call: Phrases['call'] = {
  expired: '未登录或登录已过期，请重新登录',
  tooManyRequests: '请求次数过多，请稍后再试',
  internal: '服务器内部错误，请联系管理员',
  demoSite: '本站仅供演示，无服务端',
  other: '错误：{{message}}',
  failed: '请求失败',
  unreachable: '无法连接至服务器',
}
