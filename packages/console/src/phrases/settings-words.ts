import type { OptionKey, OptionTable, SettingsTab } from '@tollgate/contract'

/** One language's texts of the settings: a tab, section or option without texts does not compile. */
export interface SettingsWords {
  tabs: Record<SettingsTab, string>
  sections: Record<SettingsPlace, SectionWords>
  options: Record<ShownIn<SettingsTab>, OptionWords>
}

export interface SectionWords {
  title: string
  hint: string
  /** The message if saving it failed; absent: the general one. */
  failed?: string
}

export interface OptionWords {
  label: string
  hint: string
  /** Shown inside the input, after the number. */
  unit?: string
  /** Labels of a `select`, by value. */
  choices?: Record<string, string>
}

export type WordsOfTab<Tab extends SettingsTab> = Record<ShownIn<Tab>, OptionWords>

/** A section of a tab: `operation/general`. */
export type SettingsPlace = {
  [Key in OptionKey]: `${OptionTable[Key]['tab']}/${OptionTable[Key]['section']}`
}[OptionKey]

type ShownIn<Tab extends SettingsTab> = {
  [Key in OptionKey]: OptionTable[Key] extends { hidden: true }
    ? never
    : OptionTable[Key]['tab'] extends Tab
      ? Key
      : never
}[OptionKey]
