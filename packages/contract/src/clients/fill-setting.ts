import { fillIn } from '../fill-in.ts'
import type { ClientSetting } from './client-guide.ts'

/** What a client is told. */
export interface ClientPlace {
  /** Of the gateway, without a path and without a slash at the end. */
  address: string
  /** A token's, with its prefix. */
  key: string
  model: string
}

/** Returns the text of a setting, each value written so that the setting's format reads exactly that value, whatever is in it. */
export function fillSetting({ where, text }: ClientSetting, { address, key, model }: ClientPlace): string {
  const write = writerOf(where)
  return fillIn(text, { address: write(address), key: write(key), model: write(model) })
}

type Writer = (value: string) => string

function writerOf(where: ClientSetting['where']): Writer {
  if ('form' in where) return asItIs
  if ('shell' in where) return asShellWord
  if ('code' in where) return inQuotes
  return where.file.endsWith('.env') ? asEnvironmentValue : inQuotes
}

const asItIs: Writer = value => value

/** Between the quotes of JSON, YAML, TOML, Python or TypeScript, which all know JSON's escapes. TOML wants U+007F escaped, too. */
const inQuotes: Writer = value =>
  JSON.stringify(value.toWellFormed()).slice(1, -1).replaceAll("'", QUOTE_ESCAPED).replaceAll('\x7f', '\\u007f')

/** JSON and TOML do not know `\'`. */
const QUOTE_ESCAPED = '\\u0027'

const PLAIN = /^[\w@%+=:,./-]+$/

const asShellWord: Writer = value => (PLAIN.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`)

/** In quotes of a kind the value does not have: the format knows no way to escape them. */
const asEnvironmentValue: Writer = value => {
  if (PLAIN.test(value)) return value
  const quote = ["'", '`', '"'].find(each => !value.includes(each)) ?? "'"
  return quote + value + quote
}
