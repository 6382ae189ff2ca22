import { z } from 'zod'
import { call } from '../call.ts'
import { PROVIDER_SLUG } from '../constants.ts'

const release = z.object({
  /** The server's own version. */
  current: z.string(),
  /** The release's name: `v1.2.0`. */
  latest: z.string(),
  isNewer: z.boolean(),
  /** Markdown; empty: none. */
  notes: z.string(),
  /** Its web page; empty: none. */
  url: z.string(),
})

export type Release = z.output<typeof release>

export const site = {
  discoverOidc: call({
    method: 'POST',
    path: '/api/option/oidc_discovery',
    access: 'root',
    summary: 'The three endpoints that an OIDC provider’s discovery document names; nothing is stored',
    body: z.object({ well_known: z.string().max(4096).default('') }),
    /** An endpoint that the document lacks is empty. */
    reply: z.object({
      authorization_endpoint: z.string(),
      token_endpoint: z.string(),
      user_info_endpoint: z.string(),
    }),
  }),
  setProviderSecret: call({
    method: 'PUT',
    path: '/api/option/oidc_provider_secret',
    access: 'root',
    confirm: true,
    summary: 'Set the client secret of a further OIDC provider; empty: it has none',
    body: z.object({
      slug: z.string().regex(PROVIDER_SLUG, { message: 'not_provider_slug' }),
      secret: z.string().max(1024),
    }),
    reply: z.null(),
  }),
  checkUpdate: call({
    method: 'POST',
    path: '/api/site/update_check',
    access: 'admin',
    right: 'settings',
    summary: 'Compare the running version with the latest release, as told at the option UpdateCheckUrl',
    reply: release,
  }),
}
