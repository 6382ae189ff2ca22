import { type JsonServer, startJsonServer } from './json-server.ts'

interface Account {
  id: number
  username: string
  name?: string
  active?: boolean
}

/** LINUX DO Connect, as its start page documents it. */
export interface LinuxDo extends JsonServer {
  clientId: string
  clientSecret: string
  /** Grants the request of an authorize address as this account; returns the callback's query. */
  allow(authorizeUrl: string, account: Account): Record<'code' | 'state', string>
}

export async function startLinuxDo(): Promise<LinuxDo> {
  const [clientId, clientSecret] = ['linuxdo-app', 'linuxdo secret']
  const codes = new Map<string, { account: Account; redirectUri: string | null }>()
  const tokens = new Map<string, Account>()
  const server = await startJsonServer(({ method, url, headers, form }) => {
    if (method === 'POST' && url.pathname === '/oauth2/token') {
      const code = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      const isClient = headers.authorization === `Basic ${btoa(`${clientId}:${clientSecret}`)}`
      const isRight = form.get('grant_type') === 'authorization_code' && form.get('redirect_uri') === code?.redirectUri
      if (!isClient || !code || !isRight) return [400, { error: isClient ? 'invalid_grant' : 'invalid_client' }]
      const token = crypto.randomUUID()
      tokens.set(token, code.account)
      return [200, { access_token: token, token_type: 'Bearer', expires_in: 3600 }]
    }
    const account = tokens.get(headers.authorization?.replace('Bearer ', '') ?? '')
    if (!account || url.pathname !== '/api/user') return [401, { error: 'invalid_token' }]
    const { id, username, name = '', active = true } = account
    const rest = { avatar_template: '', trust_level: 2, silenced: false, email: 'unverified@mail.example' }
    return [200, { id, username, login: username, name, active, ...rest }]
  })
  return {
    ...server,
    clientId,
    clientSecret,
    allow(authorizeUrl, account) {
      const { origin, pathname, searchParams } = new URL(authorizeUrl)
      if (origin !== server.url || pathname !== '/oauth2/authorize') throw new Error('not an authorize address')
      if (searchParams.get('client_id') !== clientId || searchParams.get('response_type') !== 'code')
        throw new Error('an unknown app')
      const code = crypto.randomUUID()
      codes.set(code, { account, redirectUri: searchParams.get('redirect_uri') })
      return { code, state: searchParams.get('state') ?? '' }
    },
  }
}
