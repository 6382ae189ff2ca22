import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** A user of the provider. */
export interface Person {
  sub: string
  preferred_username?: string
  name?: string
  email?: string
  email_verified?: boolean
  /** Claims outside the standard. */
  roles?: unknown
  department?: unknown
}

/** A real OpenID provider, made with a certified library, over http on loopback. */
export interface OidcServer {
  url: string
  wellKnown: string
  clientId: string
  clientSecret: string
  /** Who signs in next; the login page asks nothing. */
  person: Person
  /** Signs in as a browser would; returns the callback's query. */
  allow(authorizeUrl: string): Promise<Record<string, string>>
  stop(): Promise<void>
}

/** @param redirectUri the client's allowed callback address */
export async function startOidcServer(redirectUri: string): Promise<OidcServer> {
  const [clientId, clientSecret] = ['oidc-app', 'oidc-secret']
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Person>()
  const provider = new Provider(url, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'roles', 'department'],
    },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ ...people.get(sub), sub }),
    }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of the tests'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Grant: 600, Interaction: 600, Session: 600 },
  })
  const answer = provider.callback()
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    const { prompt, params, session, grantId } = await provider.interactionDetails(request, response)
    if (prompt.name === 'login') {
      people.set(oidc.person.sub, oidc.person)
      const result = { login: { accountId: oidc.person.sub, remember: false } }
      return provider.interactionFinished(request, response, result)
    }
    const known = grantId === undefined ? undefined : await provider.Grant.find(grantId)
    const grant =
      known ?? new provider.Grant({ accountId: String(session?.accountId), clientId: String(params.client_id) })
    grant.addOIDCScope('openid profile email')
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  })

  const oidc: OidcServer = {
    url,
    wellKnown: `${url}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    person: { sub: 'nobody' },
    async allow(authorizeUrl) {
      const jar = new Map<string, string>()
      let next = authorizeUrl
      for (let step = 0; step < 10; step++) {
        if (next.startsWith(redirectUri)) return Object.fromEntries(new URL(next).searchParams)
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const answered = await fetch(next, { redirect: 'manual', headers: { cookie } })
        for (const line of answered.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          jar.set(name, value)
        }
        const location = answered.headers.get('location')
        if (!location) throw new Error(`the provider answered ${answered.status}: ${await answered.text()}`)
        next = new URL(location, url).href
      }
      throw new Error('the provider sends the browser in circles')
    },
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return oidc
}
