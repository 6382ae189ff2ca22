import { z } from 'zod'
import { call } from '../call.ts'

const release = z.object({
  /** As the server says it of itself. */
  current: z.string(),
  /** As its maker calls it: `v1.2.0`. */
  latest: z.string(),
  isNewer: z.boolean(),
  /** Markdown; empty: none came. */
  notes: z.string(),
  /** Its page on the web; empty: none came. */
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
    /** An endpoint that the document does not name is empty. */
    reply: z.object({
      authorization_endpoint: z.string(),
      token_endpoint: z.string(),
      user_info_endpoint: z.string(),
    }),
  }),
  checkUpdate: call({
    method: 'POST',
    path: '/api/site/update_check',
    access: 'admin',
    summary: 'Compare the running version with the latest release, as told at the option UpdateCheckUrl',
    reply: release,
  }),
}
