import { decodeEscapes } from './decode-escapes.ts'
import { formsOf, type SecretForm } from './secret-forms.ts'
import { findAddresses, findKeys, findMachines, type Span } from './secret-patterns.ts'

/** Removes from an upstream's words what strangers must not see. */
export interface Redactor {
  /**
   * Hides known secrets in any encoding, text that looks like a key, and machine addresses; links to manuals are kept.
   */
  keys(text: string): string
  /** Also hides all addresses, so that the result is safe for strangers. */
  all(text: string): string
}

/** Longer texts are cut here, because search time grows with length. */
export const LONGEST_SEARCHED = 32 * 1024
/** Also dropped from a cut text, so that no half of a secret is left. */
const DROPPED_AT_CUT = 4 * 1024

const STARS = '***'

/**
 * Makes the redactor for one upstream. Keep it: making one costs more than using it.
 *
 * @param secrets keys, passwords, names of accounts and hosts, as written in a configuration
 */
export function makeRedactor(secrets: readonly string[]): Redactor {
  const forms = distinct(secrets.flatMap(secret => formsOf(secret, text => decodeEscapes(text)?.text ?? text)))
  const find = (text: string, isStrict: boolean): Span[] => [
    ...findForms(text, forms),
    ...findKeys(text),
    ...(isStrict ? findAddresses(text) : findMachines(text)),
  ]
  const redact = (given: string, isStrict: boolean): string => {
    const text = given.slice(0, LONGEST_SEARCHED)
    const decoded = decodeEscapes(text)
    const hidden = decoded
      ? find(decoded.text, isStrict).map(([start, end]): Span => [decoded.starts[start] ?? 0, decoded.starts[end] ?? 0])
      : []
    const masked = mask(text, [...find(text, isStrict), ...hidden])
    return given.length > text.length ? `${cut(masked)}…` : masked.text
  }
  return { keys: text => redact(text, false), all: text => redact(text, true) }
}

function distinct(forms: readonly SecretForm[]): SecretForm[] {
  return [...new Map(forms.map(form => [form.text, form])).values()]
}

function findForms(text: string, forms: readonly SecretForm[]): Span[] {
  if (forms.length === 0) return []
  const lower = lowerCase(text)
  const spans: Span[] = []
  for (const { text: form, isWord, isPacked } of forms) {
    for (let at = lower.indexOf(form); at !== -1; at = lower.indexOf(form, at + form.length)) {
      const end = at + form.length
      if (isWord && (isWordUnit(text, at - 1) || isWordUnit(text, end))) continue
      spans.push(isPacked ? widened(text, at, end) : [at, end])
    }
  }
  return spans
}

/** Lower-cases unit by unit, so that positions stay the same. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, letters => letters.toLowerCase())
}

const isWordUnit = (text: string, at: number): boolean => at >= 0 && /\w/.test(text.charAt(at))

/** A secret that was encoded with other text shares this many digits with it on each side. */
const SHARED_DIGITS = 256

function widened(text: string, start: number, end: number): Span {
  let [from, to] = [start, end]
  while (from > 0 && start - from < SHARED_DIGITS && /[\w+/=-]/.test(text.charAt(from - 1))) from--
  while (to < text.length && to - end < SHARED_DIGITS && /[\w+/=-]/.test(text.charAt(to))) to++
  return [from, to]
}

interface Masked {
  text: string
  /** How much of a cut text to keep: the rest may hold half of a secret. */
  safeLength: number
}

function mask(text: string, spans: readonly Span[]): Masked {
  const inOrder = spans.filter(([start, end]) => end > start).toSorted(([a], [b]) => a - b)
  const safeUntil = text.length - DROPPED_AT_CUT
  let masked = ''
  let safeLength = 0
  let at = 0
  const pass = (until: number) => {
    if (at < safeUntil) safeLength = masked.length + Math.min(until, safeUntil) - at
    masked += text.slice(at, until)
    at = until
  }
  for (const [start, end] of inOrder) {
    if (start >= at) {
      pass(start)
      masked += STARS
    }
    at = Math.max(at, end)
  }
  pass(text.length)
  return { text: masked, safeLength }
}

const cut = ({ text, safeLength }: Masked): string => text.slice(0, safeLength)
