import { fillIn } from '../fill-in.ts'
import type { ClientSetting } from './client-guide.ts'

/** The values for a client. */
export interface ClientPlace {
  /** The gateway's address, without a path or trailing slash. */
  address: string
  /** A token's key, with its prefix. */
  key: string
  model: string
}

/**
 * Returns a setting's text, with each value written so that the setting's format reads exactly that value, whatever it
 * contains.
 */
export function fillSetting({ where, text }: ClientSetting, { address, key, model }: ClientPlace): string {
  const write = writerOf(where)
  return fillIn(text, { address: write(address), key: write(key), model: write(model) })
}

type Writer = (value: string) => string

function writerOf(where: ClientSetting['where']): Writer {
  if ('form' in where) return asItIs
  if ('shell' in where || 'command' in where) return asShellWord
  if ('code' in where) return inQuotes
  return where.file.endsWith('.env') ? asEnvironmentValue : inQuotes
}

const asItIs: Writer = value => value

/**
 * Between the quotes of JSON, YAML, TOML, Python or TypeScript, which all understand JSON's escapes. TOML also requires U+007F
 * escaped.
 */
const inQuotes: Writer = value =>
  JSON.stringify(value.toWellFormed()).slice(1, -1).replaceAll("'", QUOTE_ESCAPED).replaceAll('\x7f', '\\u007f')

/** JSON and TOML have no `\'`. */
const QUOTE_ESCAPED = '\\u0027'

const PLAIN = /^[\w@%+=:,./-]+$/

const asShellWord: Writer = value => (PLAIN.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`)

/** Uses a kind of quotes that the value does not contain, since the format has no escape for them. */
const asEnvironmentValue: Writer = value => {
  if (PLAIN.test(value)) return value
  const quote = ["'", '`', '"'].find(each => !value.includes(each)) ?? "'"
  return quote + value + quote
}
