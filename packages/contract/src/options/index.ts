import type { NeededRight } from '../rights.ts'
import { modelRelatedOptions } from './model-related.ts'
import { operationOptions } from './operation.ts'
import type { Option, Placed } from './option.ts'
import { otherOptions } from './other.ts'
import { overviewOptions } from './overview.ts'
import { isPageAddress } from './page-address.ts'
import { rateLimitOptions } from './rate-limit.ts'
import { systemOptions } from './system.ts'

export { contrast, HARDEST_SURFACE, LEAST_CONTRAST, mix, readColor, type ThemeMode } from './color.ts'
export type { MetadataByModel, ModelMetadata } from './model-metadata.ts'
export { type OidcProvider, oidcProvider, PROVIDER_ROLES } from './oidc-providers.ts'
export { DRAWING_PRICES } from './operation.ts'
export type { Control, Option, OptionAccess, Reading } from './option.ts'
export { isOwnPlace } from './own-place.ts'
export { isPageAddress } from './page-address.ts'
export * from './price-document.ts'
export { type PriceDocuments, readPriceDocument } from './price-documents.ts'

/** All options, in the order of the settings pages. */
export const optionTable = {
  ...operationOptions,
  ...rateLimitOptions,
  ...modelRelatedOptions,
  ...systemOptions,
  ...overviewOptions,
  ...otherOptions,
}

export type OptionTable = typeof optionTable
export type OptionKey = keyof OptionTable
export type OptionValue<Key extends OptionKey> = OptionTable[Key]['default']
export type SettingsTab = OptionTable[OptionKey]['tab']
export type SettingsSection = OptionTable[OptionKey]['section']

/** An option without its exact value type. The options it names exist. */
export interface OptionLine extends Omit<Option, 'needs' | 'activeWith'>, Placed<SettingsTab, SettingsSection> {
  needs?: readonly OptionKey[]
  activeWith?: OptionKey
}

/** The same table, for code that treats all options the same. */
export const optionLines: Record<OptionKey, OptionLine> = optionTable

// Object.keys loses the table's key type.
export const optionKeys = Object.keys(optionTable) as OptionKey[]

export const isOptionKey = (key: string): key is OptionKey => Object.hasOwn(optionTable, key)

/** The keys a section of the settings pages shows, in order. */
export const optionsIn = (tab: SettingsTab, section: SettingsSection): OptionKey[] =>
  optionKeys.filter(key => {
    const line = optionLines[key]
    return line.tab === tab && line.section === section
  })

/** The sections of a settings tab, in order. */
export const sectionsOf = (tab: SettingsTab): SettingsSection[] => [
  ...new Set(optionKeys.filter(key => optionLines[key].tab === tab).map(key => optionLines[key].section)),
]

/** The right a limited administrator needs to change an option: prices need no right to other settings. */
export function rightToChange(key: OptionKey): NeededRight {
  const { right } = optionLines[key]
  if (right === undefined) return 'settings'
  return right === 'prices' ? 'prices' : { all: ['settings', right] }
}

/** The right needed to read it. */
export const rightToRead = (key: OptionKey): NeededRight =>
  optionLines[key].right === 'prices' ? { any: ['prices', 'settings'] } : 'settings'

/** Who may change an option from one text to another. */
export function accessToChange(key: OptionKey, before: string, after: string): 'admin' | 'root' {
  const { access } = optionLines[key]
  if (access === 'root-for-pages') return isPageAddress(before) || isPageAddress(after) ? 'root' : 'admin'
  return access ?? 'admin'
}
