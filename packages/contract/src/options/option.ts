import type { Reason } from '../reasons.ts'
import type { Right } from '../rights.ts'

/** The result of parsing a text: its value, or why it is refused. */
export type Reading<Value> = { value: Value } | { reason: Reason }

/** The input that edits an option on a settings page. */
export type Control = 'text' | 'long-text' | 'number' | 'switch' | 'select' | 'list' | 'lines' | 'json' | 'secret'

/** An option's properties besides its kind. */
export interface Traits {
  /** Never sent back; encrypted in the database. */
  secret?: true
  /** Its field in the public status. */
  publicAs?: string
  /** For a switch: options that must be filled in before it can be switched on, and while it is on. */
  needs?: readonly string[]
  /** The switch without which this option has no effect; its control is disabled until then. */
  activeWith?: string
  /** A number of quota. */
  isQuota?: true
  /** Bounds of a number, inclusive. */
  min?: number
  max?: number
  /** The text may not be blank. */
  required?: true
  /** Who may change it; absent: every administrator. */
  access?: OptionAccess
  /** A further right that a limited administrator needs to change it; absent: none. */
  right?: Right
}

/**
 * `root`: only the super admin, because it grants access or creates money. `root-for-pages`: everybody who may change
 * options, unless the value is or becomes the address of a page, which the console frames.
 */
export type OptionAccess = 'root' | 'root-for-pages'

/** One line of the option table: how its value is edited, read from text and written as text. */
export interface Option<Value = unknown> extends Traits {
  control: Control
  default: Value
  /** The choices of a `select`. */
  choices?: readonly string[]
  read(text: string): Reading<Value>
  write(value: Value): string
}

/** Where the settings pages show an option. */
export interface Placed<Tab extends string = string, Section extends string = string> {
  tab: Tab
  section: Section
}

/** Puts a group of options into a tab and section of the settings. */
export function inSection<
  const Tab extends string,
  const Section extends string,
  const Lines extends Record<string, Option>,
>(tab: Tab, section: Section, lines: Lines) {
  const placed = Object.entries(lines).map(([key, line]) => [key, { ...line, tab, section }])
  // Object.entries loses which key has which option; all options are unchanged.
  return Object.fromEntries(placed) as { [Key in keyof Lines]: Lines[Key] & Placed<Tab, Section> }
}

/** Requires a right for a group of options. */
export function under<const R extends Right, const Lines extends Record<string, Option>>(right: R, lines: Lines) {
  const placed = Object.entries(lines).map(([key, line]) => [key, { ...line, right }])
  // Object.entries loses which key has which option; all options are unchanged.
  return Object.fromEntries(placed) as { [Key in keyof Lines]: Lines[Key] & { right: R } }
}

/** Reserves a group of options for the super admin. */
export function forRoot<const Lines extends Record<string, Option>>(lines: Lines) {
  const guarded = Object.entries(lines).map(([key, line]) => [key, { ...line, access: 'root' }])
  // Object.entries loses which key has which option; all options are unchanged.
  return Object.fromEntries(guarded) as { [Key in keyof Lines]: Lines[Key] & { access: 'root' } }
}
