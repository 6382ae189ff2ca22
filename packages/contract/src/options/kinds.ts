import { z } from 'zod'
import type { Reason } from '../reasons.ts'
import { contrast, HARDEST_SURFACE, LEAST_CONTRAST, readColor, type ThemeMode } from './color.ts'
import type { Option, Reading, Traits } from './option.ts'

const TEXT_MAX_LENGTH = 4096
const LONG_TEXT_MAX_LENGTH = 1_000_000
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i
const DOMAIN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/

const ORIGIN = /^[a-z][a-z0-9+.-]{0,40}:\/\/[^\s/?#@]{1,260}$/

/** No traits. */
type Plain = Record<never, never>
type Kind<Value> = Pick<Option<Value>, 'control' | 'default' | 'read' | 'write' | 'choices'>

/** One line of text. */
export const text = <const T extends Traits = Plain>(standard = '', traits?: T) =>
  line<string, T>({ control: 'text', default: standard, read: readText(TEXT_MAX_LENGTH, traits), write: same }, traits)

/** Text of several lines: Markdown, HTML. */
export const longText = <const T extends Traits = Plain>(standard = '', traits?: T) =>
  line<string, T>(
    { control: 'long-text', default: standard, read: readText(LONG_TEXT_MAX_LENGTH, traits), write: same },
    traits,
  )

/** A text that is never sent back. */
export const secret = <const T extends Traits = Plain>(traits?: T) => ({
  ...line<string, T>({ control: 'secret', default: '', read: readText(TEXT_MAX_LENGTH), write: same }, traits),
  secret: true as const,
})

/** An http(s) address to which paths are appended: its trailing slashes are removed. */
export const address = <const T extends Traits = Plain>(traits?: T) =>
  line<string, T>(
    { control: 'text', default: '', read: entry => readLink(entry.replace(/[\s/]+$/, '')), write: same },
    traits,
  )

/** An http(s) address used unchanged. */
export const link = <const T extends Traits = Plain>(traits?: T) =>
  line<string, T>({ control: 'text', default: '', read: readLink, write: same }, traits)

/** A colour that is readable as text in a theme, as `#rrggbb`; empty: none. */
export const textColor = <const T extends Traits = Plain>(mode: ThemeMode, traits?: T) =>
  line<string, T>({ control: 'text', default: '', read: readTextColor(mode), write: same }, traits)

/** The full path of a folder, or an http(s) address. */
export const folderOrAddress = <const T extends Traits = Plain>(traits?: T) =>
  line<string, T>({ control: 'text', default: '', read: readFolderOrAddress, write: same }, traits)

/** Written as the words true and false. */
export const toggle = <const T extends Traits = Plain>(standard: boolean, traits?: T) =>
  line<boolean, T>({ control: 'switch', default: standard, read: readBoolean, write: String }, traits)

export const number = <const T extends Traits = Plain>(standard: number, traits?: T) =>
  line<number, T>({ control: 'number', default: standard, read: readNumber(traits), write: String }, traits)

export const integer = <const T extends Traits = Plain>(standard: number, traits?: T) =>
  line<number, T>({ control: 'number', default: standard, read: readInteger(traits), write: String }, traits)

export const select = <const Choice extends string, const T extends Traits = Plain>(
  choices: readonly Choice[],
  standard: NoInfer<Choice>,
  traits?: T,
) => line<Choice, T>({ control: 'select', default: standard, choices, read: readChoice(choices), write: same }, traits)

/** E-mail domains, comma-separated in the API. */
export const domainList = (standard: readonly string[]) =>
  line<readonly string[], Plain>({
    control: 'list',
    default: standard,
    read: readDomains,
    write: domains => domains.join(','),
  })

/** One entry per line; blank lines are ignored. */
export const lines = (standard: readonly string[]) =>
  line<readonly string[], Plain>({
    control: 'lines',
    default: standard,
    read: entry => ({ value: filled(entry.split('\n')) }),
    write: entries => entries.join('\n'),
  })

/** Origins of web pages, one per line: `https://app.example`. */
export const originList = () =>
  line<readonly string[], Plain>({
    control: 'lines',
    default: [],
    read: readOrigins,
    write: origins => origins.join('\n'),
  })

/** Addresses and CIDR ranges, one per line: `10.0.0.0/8`. */
export const addressRanges = () =>
  line<readonly string[], Plain>({
    control: 'lines',
    default: [],
    read: readRanges,
    write: ranges => ranges.join('\n'),
  })

/** Combines a kind with an option's traits. */
export function line<Value, const T extends Traits = Plain>(kind: Kind<Value>, traits?: T): Kind<Value> & NoInfer<T> {
  // Without traits T is Plain, which an empty object satisfies.
  return { ...kind, ...(traits ?? ({} as T)) }
}

const same = <Text extends string>(value: Text): Text => value
const refused = (code: Reason['code'], parameters?: Reason['parameters']) => ({ reason: { code, parameters } })
const filled = (entries: string[]) => entries.map(entry => entry.trim()).filter(entry => entry !== '')

const readText =
  (max: number, { required }: Traits = {}) =>
  (entry: string): Reading<string> => {
    if (required && entry.trim() === '') return refused('empty')
    return entry.length > max ? refused('too_long', { max }) : { value: entry }
  }

function readLink(entry: string): Reading<string> {
  const value = entry.trim()
  if (value === '' || (/^https?:\/\//i.test(value) && URL.canParse(value))) return readText(TEXT_MAX_LENGTH)(value)
  return refused('not_address')
}

const readTextColor =
  (mode: ThemeMode) =>
  (entry: string): Reading<string> => {
    if (entry.trim() === '') return { value: '' }
    const value = readColor(entry)
    if (value === null) return refused('not_color')
    const found = contrast(value, HARDEST_SURFACE[mode])
    if (found >= LEAST_CONTRAST) return { value }
    // rounded down, because 4.49 must not be shown as 4.5
    const shown = (Math.floor(found * 10) / 10).toFixed(1)
    return refused(mode === 'light' ? 'color_too_light' : 'color_too_dark', { contrast: shown, least: LEAST_CONTRAST })
  }

function readFolderOrAddress(entry: string): Reading<string> {
  const value = entry.trim()
  return value.startsWith('/') ? readText(TEXT_MAX_LENGTH)(value) : readLink(value)
}

function readBoolean(entry: string): Reading<boolean> {
  return entry === 'true' || entry === 'false' ? { value: entry === 'true' } : refused('not_boolean')
}

const readNumber =
  ({ min = -Number.MAX_VALUE, max = Number.MAX_VALUE }: Traits = {}) =>
  (entry: string): Reading<number> => {
    const value = NUMBER.test(entry.trim()) ? Number(entry) : Number.NaN
    if (Number.isNaN(value)) return refused('not_number')
    if (value < min) return refused('too_small', { min })
    return value > max ? refused('too_large', { max }) : { value }
  }

const readInteger =
  ({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }: Traits = {}) =>
  (entry: string): Reading<number> => {
    const reading = readNumber({ min, max })(entry)
    return 'value' in reading && !Number.isInteger(reading.value) ? refused('not_integer') : reading
  }

const readChoice =
  <Choice extends string>(choices: readonly Choice[]) =>
  (entry: string): Reading<Choice> => {
    const choice = choices.find(one => one === entry)
    return choice ? { value: choice } : refused('not_choice', { choices: choices.join(', ') })
  }

function readDomains(entry: string): Reading<readonly string[]> {
  const domains = filled(entry.toLowerCase().split(','))
  const wrong = domains.find(domain => !DOMAIN.test(domain))
  if (wrong) return refused('not_domain', { entry: wrong })
  const twice = domains.find((domain, index) => domains.indexOf(domain) < index)
  return twice ? refused('duplicate', { entry: twice }) : { value: domains }
}

function readRanges(entry: string): Reading<readonly string[]> {
  const ranges = filled(entry.split('\n'))
  const wrong = ranges.find(range => !z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(range).success)
  return wrong ? refused('not_address_range', { entry: wrong }) : { value: ranges }
}

function readOrigins(entry: string): Reading<readonly string[]> {
  const origins = filled(entry.toLowerCase().split('\n')).map(origin => origin.replace(/\/$/, ''))
  const wrong = origins.find(origin => !ORIGIN.test(origin))
  return wrong ? refused('not_origin', { entry: wrong }) : { value: origins }
}
