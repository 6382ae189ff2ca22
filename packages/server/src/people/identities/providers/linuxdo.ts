import { z } from 'zod'
import type { PeopleContext } from '../../context.ts'
import type { Provider, RedirectingProvider } from '../provider.ts'
import { accessToken, profile } from './access-token.ts'
import { withQuery } from './with-query.ts'

const site = ({ options }: PeopleContext) => options.get('LinuxDOServerAddress') || 'https://connect.linux.do'

const account = z.object({
  id: z.number().int().positive(),
  username: z.string(),
  name: z.string().nullish(),
  active: z.boolean().default(true),
})

const provider: Provider = {
  name: 'LINUX DO',
  place: 'linux_do_id',
  enabledBy: 'LinuxDOOAuthEnabled',
  makesUsers: true,
}

/** https://connect.linux.do, documented on its start page. */
export const linuxdo: RedirectingProvider = {
  ...provider,

  authorizeUrl: (app, { state, redirectUri }) =>
    withQuery(`${site(app)}/oauth2/authorize`, {
      client_id: app.options.get('LinuxDOClientId'),
      response_type: 'code',
      redirect_uri: redirectUri,
      state,
    }),

  async identify(app, { code, redirectUri }) {
    const { options } = app
    const account = `${options.get('LinuxDOClientId')}:${options.get('LinuxDOClientSecret')}`
    const token = await accessToken(
      `${site(app)}/oauth2/token`,
      { code, redirect_uri: redirectUri },
      { authorization: `Basic ${btoa(account)}` },
    )
    const { id, username, name } = await activeAccount(app, token)
    // The site does not say whether the address is verified.
    return { provider, subject: String(id), name: username, displayName: name || username, email: '' }
  },
}

async function activeAccount(app: PeopleContext, token: string) {
  const found = await profile(`${site(app)}/api/user`, token, account)
  if (!found.active) throw new Error('the account is not active')
  return found
}
