import type { PageNeeds } from './http/content-policy.ts'
import type { Options } from './options/index.ts'

/** Scripts of others that the console's page loads, each with the option that asks for it. */
const SCRIPTS = {
  TurnstileCheckEnabled: 'https://challenges.cloudflare.com',
  TelegramOAuthEnabled: 'https://telegram.org',
} as const

/** What the operator's options let the console's page do beside its own. */
export const pageNeeds = (options: Options): PageNeeds => ({
  takesPayments: options.get('PayAddress') !== '',
  scriptsFrom: Object.entries(SCRIPTS).flatMap(([option, origin]) =>
    options.get(option as keyof typeof SCRIPTS) ? [origin] : [],
  ),
})
