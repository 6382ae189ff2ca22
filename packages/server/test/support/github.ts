import { createHash } from 'node:crypto'
import { type JsonServer, startJsonServer } from './json-server.ts'

interface Account {
  id: number
  login: string
  name?: string | null
  emails?: { email: string; primary: boolean; verified: boolean }[]
}

/** GitHub's sign-in for OAuth apps, as documented. Its API has the same address. */
export interface GitHub extends JsonServer {
  clientId: string
  clientSecret: string
  /** Grants the request of an authorize address as this account; returns the callback's query. */
  allow(authorizeUrl: string, account: Account): Record<'code' | 'state', string>
}

export async function startGitHub(): Promise<GitHub> {
  const [clientId, clientSecret] = ['github-app', 'github secret']
  const codes = new Map<string, { account: Account; challenge: string | null; redirectUri: string | null }>()
  const tokens = new Map<string, Account>()

  // A wrong code is answered with status 200.
  const exchange = (form: URLSearchParams): unknown => {
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      return { error: 'incorrect_client_credentials' }
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!code || (code.challenge !== null && code.challenge !== verifier)) return { error: 'bad_verification_code' }
    if (form.has('redirect_uri') && form.get('redirect_uri') !== code.redirectUri)
      return { error: 'redirect_uri_mismatch' }
    const token = `gho_${crypto.randomUUID()}`
    tokens.set(token, code.account)
    return { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' }
  }

  const server = await startJsonServer(({ method, url, headers, form }) => {
    if (method === 'POST' && url.pathname === '/login/oauth/access_token') return [200, exchange(form)]
    const account = tokens.get(headers.authorization?.replace('Bearer ', '') ?? '')
    if (!account) return [401, { message: 'Bad credentials' }]
    const { id, login, name = null, emails = [] } = account
    if (url.pathname === '/user') return [200, { id, login, name, email: null, type: 'User' }]
    return url.pathname === '/user/emails' ? [200, emails] : [404, { message: 'Not Found' }]
  })

  return {
    ...server,
    clientId,
    clientSecret,
    allow(authorizeUrl, account) {
      const { origin, pathname, searchParams } = new URL(authorizeUrl)
      if (origin !== server.url || pathname !== '/login/oauth/authorize') throw new Error('not an authorize address')
      if (searchParams.get('client_id') !== clientId) throw new Error('an unknown app')
      const code = crypto.randomUUID()
      const challenge = searchParams.get('code_challenge')
      codes.set(code, { account, challenge, redirectUri: searchParams.get('redirect_uri') })
      return { code, state: searchParams.get('state') ?? '' }
    },
  }
}
