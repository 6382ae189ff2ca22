import { z } from 'zod'

/** The name of a further OIDC provider in addresses: `/oauth/{slug}`. */
export const providerSlug = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/)
