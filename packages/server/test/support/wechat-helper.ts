import { type JsonServer, startJsonServer } from './json-server.ts'

/** The server behind a site's WeChat account. It gives followers codes for single use. */
export interface WechatHelper extends JsonServer {
  token: string
  /** The code that a follower gets after writing to the account. */
  codeFor(follower: string): string
}

export async function startWechatHelper(): Promise<WechatHelper> {
  const token = 'wechat token'
  const codes = new Map<string, string>()
  const server = await startJsonServer(({ url, headers }) => {
    if (url.pathname !== '/api/wechat/user') return [404, { success: false, message: 'not found' }]
    if (headers.authorization !== token) return [401, { success: false, message: 'unauthorized' }]
    const code = url.searchParams.get('code') ?? ''
    const follower = codes.get(code) ?? ''
    codes.delete(code)
    return [200, { success: follower !== '', message: follower === '' ? 'wrong code' : '', data: follower }]
  })
  return {
    ...server,
    token,
    codeFor(follower) {
      const code = String(100_000 + codes.size)
      codes.set(code, follower)
      return code
    },
  }
}
