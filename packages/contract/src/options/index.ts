import { modelRelatedOptions } from './model-related.ts'
import { operationOptions } from './operation.ts'
import type { Option, Placed } from './option.ts'
import { otherOptions } from './other.ts'
import { rateLimitOptions } from './rate-limit.ts'
import { systemOptions } from './system.ts'

export type { Control, Option, Reading } from './option.ts'

/** Every option there is, in the order the settings pages show them. */
export const optionTable = {
  ...operationOptions,
  ...rateLimitOptions,
  ...modelRelatedOptions,
  ...systemOptions,
  ...otherOptions,
}

export type OptionTable = typeof optionTable
export type OptionKey = keyof OptionTable
export type OptionValue<Key extends OptionKey> = OptionTable[Key]['default']
export type SettingsTab = OptionTable[OptionKey]['tab']
export type SettingsSection = OptionTable[OptionKey]['section']

/** The lines without their exact types, for those that treat all options alike. */
export const optionLines: Record<string, Option & Placed> = optionTable

// Object.keys forgets the table's key type; its keys are exactly these.
export const optionKeys = Object.keys(optionTable) as OptionKey[]

export const isOptionKey = (key: string): key is OptionKey => Object.hasOwn(optionTable, key)

/** The keys a section of the settings pages shows, in order. */
export const optionsIn = (tab: SettingsTab, section: SettingsSection): OptionKey[] =>
  optionKeys.filter(
    key => optionTable[key].tab === tab && optionTable[key].section === section && !optionLines[key]?.hidden,
  )

/** The sections of a settings tab, in order. */
export const sectionsOf = (tab: SettingsTab): SettingsSection[] => [
  ...new Set(optionKeys.filter(key => optionTable[key].tab === tab).map(key => optionTable[key].section)),
]
