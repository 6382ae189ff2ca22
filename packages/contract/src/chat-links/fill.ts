import { withoutTrailingSlashes } from '../trailing-slashes.ts'

/** What a chat client is told. */
export interface ChatPlace {
  /** Of the gateway, without a path and without a slash at the end. */
  address: string
  /** A token's, with its prefix `sk-`. */
  key: string
}

/**
 * Returns the link of a template: `{address}` encoded, `{key}` with its prefix once, and the configurations that some clients
 * take as encoded JSON. Other braces stay: templates carry JSON of their own.
 */
export function fillChatTemplate(template: string, place: ChatPlace): string {
  return template
    .trim()
    .replace(
      PLACEHOLDER,
      (_, name: string | undefined) => (name === undefined ? place.key : VALUES[name]?.(place)) ?? '',
    )
}

/** Whether a template asks for a key. */
export const asksForKey = (template: string): boolean => KEY.test(template)

/**
 * Whether the key stands where the site's server sees it, and not behind `#`, which stays in the browser.
 */
export const showsKeyToServer = (template: string): boolean => asksForKey(template.split('#')[0] ?? '')

/** The template of a plain link to a chat page: how such pages take their settings. */
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

/** Base64 of the JSON's UTF-8, so that it can stand in an address. */
function asConfiguration(configuration: Record<string, string>): string {
  const bytes = new TextEncoder().encode(JSON.stringify(configuration))
  return encodeURIComponent(btoa(String.fromCharCode(...bytes)))
}
