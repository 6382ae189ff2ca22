import type { OptionKey, OptionTable, SettingsTab } from '@tollgate/contract'

/** What the settings page says of one option. */
export interface OptionWords {
  label: string
  hint: string
  /** Shown inside the input, after the number. */
  unit?: string
  /** What a `select` offers, by value. */
  choices?: Record<string, string>
}

/** Words for every option a settings tab shows: a missing one does not compile. */
export type WordsOfTab<Tab extends SettingsTab> = Record<KeyShownIn<Tab>, OptionWords>

export interface SectionWords {
  title: string
  hint: string
}

/** A section of a tab: `operation/general`. */
export type SettingsPlace = {
  [Key in OptionKey]: `${OptionTable[Key]['tab']}/${OptionTable[Key]['section']}`
}[OptionKey]

type KeyShownIn<Tab extends SettingsTab> = {
  [Key in OptionKey]: OptionTable[Key] extends { hidden: true }
    ? never
    : OptionTable[Key]['tab'] extends Tab
      ? Key
      : never
}[OptionKey]
