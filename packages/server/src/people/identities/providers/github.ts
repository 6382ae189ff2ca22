import { z } from 'zod'
import type { PeopleContext } from '../../context.ts'
import { challengeOf, verifierOf } from '../pkce.ts'
import type { Provider, RedirectingProvider } from '../provider.ts'
import { accessToken, profile } from './access-token.ts'
import { withQuery } from './with-query.ts'

const site = ({ options }: PeopleContext) => options.get('GitHubServerAddress') || 'https://github.com'
const api = ({ options }: PeopleContext) => options.get('GitHubApiAddress') || 'https://api.github.com'

const account = z.object({ id: z.number().int().positive(), login: z.string(), name: z.string().nullish() })
const addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

const provider: Provider = {
  name: 'GitHub',
  place: 'github_id',
  enabledBy: 'GitHubOAuthEnabled',
  makesUsers: true,
}

/** https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
export const github: RedirectingProvider = {
  ...provider,

  authorizeUrl: (app, { state, redirectUri }) =>
    withQuery(`${site(app)}/login/oauth/authorize`, {
      client_id: app.options.get('GitHubClientId'),
      redirect_uri: redirectUri,
      scope: 'read:user user:email',
      state,
      ...challengeOf(state, app),
    }),

  async identify(app, { code, state, redirectUri, hasChallenge }) {
    const token = await accessToken(`${site(app)}/login/oauth/access_token`, {
      client_id: app.options.get('GitHubClientId'),
      client_secret: app.options.get('GitHubClientSecret'),
      code,
      // A page other than ours may have built the address without it.
      ...(hasChallenge && { redirect_uri: redirectUri, code_verifier: verifierOf(state, app) }),
    })
    const { id, login, name } = await profile(`${api(app)}/user`, token, account)
    return {
      provider,
      // The number never changes, whereas anybody can take a login that its owner gave up.
      subject: String(id),
      formerSubject: loginOnly(login),
      name: login,
      displayName: name || login,
      email: await verifiedEmail(app, token),
    }
  },
}

/** Imported users may have the login stored. A login of digits alone could be mistaken for another user's number. */
const loginOnly = (login: string) => (/^\d*$/.test(login) ? undefined : login)

/** Returns an empty text if the account does not let us read its addresses. */
async function verifiedEmail(app: PeopleContext, token: string): Promise<string> {
  const list = await profile(`${api(app)}/user/emails`, token, addresses).catch(() => [])
  return list.find(({ primary, verified }) => primary && verified)?.email ?? ''
}
