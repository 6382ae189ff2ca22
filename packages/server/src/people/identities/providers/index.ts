import type { RedirectingProviders } from '../provider.ts'
import { github } from './github.ts'
import { linuxdo } from './linuxdo.ts'
import { oidc } from './oidc.ts'

/** The sites a browser can be sent to, by the name in their callback address. */
export const redirectingProviders: RedirectingProviders = { github, oidc, linuxdo }

export { telegram } from './telegram.ts'
export { wechat } from './wechat.ts'
