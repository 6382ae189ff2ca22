import { z } from 'zod'
import { PROVIDER_SLUG } from '../constants.ts'
import { isReasonCode } from '../reasons.ts'
import { textMap } from './json-kinds.ts'
import { line } from './kinds.ts'
import type { Reading } from './option.ts'

/** Names in `/oauth/…` and `/api/oauth/…` that have another meaning. */
const RESERVED = new Set(['github', 'oidc', 'linuxdo', 'wechat', 'telegram', 'email', 'state'])

const text = (max: number) => z.string().trim().min(1).max(max)
const words = z.record(text(255), text(64)).default({})

/** Roles that a provider may grant. No provider can grant super admin. */
export const PROVIDER_ROLES = ['user', 'admin'] as const
const roles = words
  .refine(map => !Object.values(map).includes('root'), { message: 'role_never_root' })
  .pipe(z.record(z.string(), z.enum(PROVIDER_ROLES)))

export const oidcProvider = z.strictObject({
  slug: z
    .string()
    .regex(PROVIDER_SLUG, { message: 'not_provider_slug' })
    .refine(slug => !RESERVED.has(slug), { message: 'provider_slug_reserved' }),
  name: text(40),
  /** A letter or an emoji on the button; empty: the common icon. */
  icon: z.string().trim().max(8).default(''),
  enabled: z.boolean().default(true),
  /** The discovery document, which names the other addresses. */
  well_known: z.url({ protocol: /^https?$/, message: 'not_address' }).max(2048),
  client_id: text(255),
  scopes: text(255)
    .refine(scopes => scopes.split(' ').includes('openid'), { message: 'scope_openid_missing' })
    .default('openid profile email'),
  /** The claim whose values `groups` maps to groups; empty: the provider does not set the group. */
  group_claim: z.string().trim().max(64).default(''),
  groups: words,
  /** The same for roles. */
  role_claim: z.string().trim().max(64).default(''),
  roles: roles.default({}),
})

export type OidcProvider = z.output<typeof oidcProvider>

const MOST_PROVIDERS = 20
const list = z
  .array(oidcProvider)
  .max(MOST_PROVIDERS)
  .refine(all => new Set(all.map(({ slug }) => slug)).size === all.length, { message: 'provider_slug_twice' })
  .readonly()

/** OIDC providers beside the one of the options `oidc.…`. Their secrets are a separate option. */
export const oidcProviders = () =>
  line<readonly OidcProvider[], Record<never, never>>({
    control: 'json',
    default: [],
    read: readProviders,
    write: providers => JSON.stringify(providers, null, 2),
  })

function readProviders(entry: string): Reading<readonly OidcProvider[]> {
  let json: unknown
  try {
    json = JSON.parse(entry)
  } catch {
    return { reason: { code: 'not_json' } }
  }
  const { data, error } = list.safeParse(json)
  if (data) return { value: data }
  const [issue] = error.issues
  const at = issue?.path.join('.')
  return { reason: { code: issue && isReasonCode(issue.message) ? issue.message : 'not_oidc_providers', at } }
}

const secretMap = textMap({})

/** Names with a secret each, as one text that is never sent back. */
export const secrets = () => ({
  ...line<string, Record<never, never>>({
    control: 'secret',
    default: '',
    read(entry) {
      if (entry.trim() === '') return { value: '' }
      const reading = secretMap.read(entry)
      return 'value' in reading ? { value: JSON.stringify(reading.value) } : reading
    },
    write: value => value,
  }),
  secret: true as const,
})
