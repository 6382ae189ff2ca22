import { withoutTrailingSlashes } from '../trailing-slashes.ts'

/** The values for a chat client. */
export interface ChatPlace {
  /** The gateway's address, without a path or trailing slash. */
  address: string
  /** A token's key, with its prefix `sk-`. */
  key: string
}

/**
 * Returns the link of a template: `{address}` encoded, `{key}` with a single prefix, and the configurations that some
 * clients take as encoded JSON. Other braces stay, because templates contain their own JSON.
 */
export function fillChatTemplate(template: string, place: ChatPlace): string {
  return template
    .trim()
    .replace(
      PLACEHOLDER,
      (_, name: string | undefined) => (name === undefined ? place.key : VALUES[name]?.(place)) ?? '',
    )
}

/** Whether a template contains a key. */
export const asksForKey = (template: string): boolean => KEY.test(template)

/** Whether the site's server sees the key; after `#` it stays in the browser. */
export const showsKeyToServer = (template: string): boolean => asksForKey(template.split('#')[0] ?? '')

/** The template for a plain link to a chat page, with the settings in the form such pages expect. */
export const templateOfLink = (link: string): string =>
  TEMPLATE.test(link) ? link : `${withoutTrailingSlashes(link.trim())}/#/?settings={"key":"{key}","url":"{address}"}`

/** Clients know gateways of this family by this name. */
const FAMILY = 'new-api'

const VALUES: Record<string, (place: ChatPlace) => string> = {
  address: ({ address }) => encodeURIComponent(address),
  cherryConfig: ({ address, key }) => asConfiguration({ id: FAMILY, baseUrl: address, apiKey: key }),
  aionuiConfig: ({ address, key }) => asConfiguration({ platform: FAMILY, baseUrl: address, apiKey: key }),
  deepchatConfig: ({ address, key }) => asConfiguration({ id: FAMILY, baseUrl: address, apiKey: key }),
}

const PLACEHOLDER = /(?:sk-)?\{key\}|\{(address|cherryConfig|aionuiConfig|deepchatConfig)\}/g
const KEY = /\{(?:key|cherryConfig|aionuiConfig|deepchatConfig)\}/
const TEMPLATE = /\{(?:key|address|cherryConfig|aionuiConfig|deepchatConfig)\}/

/** Base64 of the JSON's UTF-8, so that it fits into an address. */
function asConfiguration(configuration: Record<string, string>): string {
  const bytes = new TextEncoder().encode(JSON.stringify(configuration))
  return encodeURIComponent(btoa(String.fromCharCode(...bytes)))
}
