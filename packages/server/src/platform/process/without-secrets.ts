const HIDDEN = '…'
const MOST_DEPTH = 8
/** Members whose names say that they hold a secret. */
const SECRET_NAMES = ['key', 'secret', 'password', 'token', 'authorization', 'cookie', 'credential']
/** Where a word ends inside a text. */
const BREAKS = new Set(' \t\r\n"\'`,;()[]{}<>=&?|')
const LEAST_KEY_LENGTH = 20
/** Beginnings of keys of this gateway and of providers. */
const KEY_BEGINNINGS = ['sk-', 'AIza', 'AKIA', 'gsk_', 'xai-', 'whsec_', 'rk_', 'pk_', 'ghp_', 'eyJ', 'r8_', 'hf_']

/** A value of a log line without what is a secret by its name or its shape: the second guard, since none should be logged. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutKeys(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MOST_DEPTH) return HIDDEN
  if (Array.isArray(value)) return value.map(one => withoutSecrets(one, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      isSecretName(name) && typeof one !== 'number' && typeof one !== 'boolean'
        ? HIDDEN
        : withoutSecrets(one, depth + 1),
    ]),
  )
}

const isSecretName = (name: string): boolean => {
  const lower = name.toLowerCase()
  return SECRET_NAMES.some(secret => lower.endsWith(secret))
}

/** One pass over the words of a text. */
function withoutKeys(text: string): string {
  let kept = ''
  let start = 0
  let isSecretNext = false
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && !BREAKS.has(text.charAt(at))) continue
    const word = text.slice(start, at)
    const end = text.charAt(at)
    kept += (isSecretNext && word !== '' ? HIDDEN : shown(word)) + end
    if (word !== '') isSecretNext = word.toLowerCase() === 'bearer' || (end === '=' && isSecretName(word))
    start = at + 1
  }
  return kept
}

function shown(word: string): string {
  if (word.length >= LEAST_KEY_LENGTH && KEY_BEGINNINGS.some(beginning => word.startsWith(beginning)))
    return word.slice(0, 4) + HIDDEN
  const scheme = word.indexOf('://')
  if (scheme < 0) return word
  // An address with a name and password.
  const host = scheme + 3
  const path = word.indexOf('/', host)
  const at = word.lastIndexOf('@', path < 0 ? word.length : path)
  return at < host ? word : word.slice(0, host) + HIDDEN + word.slice(at)
}
