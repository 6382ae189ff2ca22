import { chatTarget, isPageAddress, optionKeys, optionLines } from '@tollgate/contract'
import type { PageNeeds } from '../../platform/http/content-policy.ts'
import type { Options } from '../../platform/options/index.ts'
import { overviewPanels } from './overview-panels.ts'

/** Foreign scripts of the console's page: each with its option, its script's origin, and its frames' origin. */
const HELPERS = {
  TurnstileCheckEnabled: { script: 'https://challenges.cloudflare.com', frame: 'https://challenges.cloudflare.com' },
  TelegramOAuthEnabled: { script: 'https://telegram.org', frame: 'https://oauth.telegram.org' },
} as const

/** The operator's texts that may be a page's address, which is then framed. */
const FRAMED = optionKeys.filter(key => optionLines[key].access === 'root-for-pages')

/** Foreign scripts, frames and addresses that the operator's options allow in the console's page. */
export function pageNeeds(options: Options): PageNeeds {
  const helpers = Object.entries(HELPERS).flatMap(([option, helper]) =>
    options.get(option as keyof typeof HELPERS) ? [helper] : [],
  )
  const chats = options.get('Chats').flatMap(entry => Object.values(entry))
  const pages = FRAMED.map(key => String(options.get(key))).filter(isPageAddress)
  return {
    takesPayments: options.get('PayAddress') !== '',
    asks: overviewPanels(options).includes('api_info')
      ? [...new Set(options.get('console_setting.api_info').map(({ url }) => new URL(url).origin))]
      : [],
    scriptsFrom: helpers.map(({ script }) => script),
    framesFrom: [...new Set([...helpers.map(({ frame }) => frame), ...[...chats, ...pages].flatMap(originOf)])],
  }
}

function originOf(link: string): string[] {
  const target = chatTarget(link)
  return target?.kind === 'page' ? [target.origin] : []
}
