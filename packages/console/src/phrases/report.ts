/** A language's phrases by their path: `tokens.columns.name`. */
export type Texts = Readonly<Record<string, string>>

export interface Report {
  missing: string[]
  /** English has them no longer, or the language has no such plural form. */
  unused: string[]
  /** Their placeholders differ from the English ones. */
  placeholders: string[]
  /** Longer than their place. */
  long: string[]
  /** Several words that are the same in English: perhaps still to be translated. */
  asEnglish: string[]
}

/** A label of a button, column or menu: no base language needs more for it, or ends it like a sentence. */
const LABEL_WIDTH = 24
/** A label's place holds the longest text of the base languages times this, and a few letters more. */
const FACTOR = 1.25
const SPARE = 3

/** Compares a language with English, and the length of its labels with the base languages. */
export function reportOn(language: string, texts: Texts, base: Readonly<Record<'en' | 'zh' | 'ru', Texts>>): Report {
  const wanted = wantedKeys(language, base.en)
  const both = [...wanted].filter(([key]) => texts[key] !== undefined)
  const found = (isSo: (text: string, english: string, key: string) => boolean) =>
    both.filter(([key, english]) => isSo(texts[key] ?? '', english, key)).map(([key]) => key)
  return {
    missing: [...wanted.keys()].filter(key => !texts[key]?.trim()),
    unused: Object.keys(texts).filter(key => !wanted.has(key)),
    // "One day" does without its number.
    placeholders: found((text, english, key) => !key.endsWith('_one') && placeholders(text) !== placeholders(english)),
    long: found((text, _, key) => isLong(text, [base.en[key], base.zh[key], base.ru[key]])),
    asEnglish: found((text, english) => text === english && /\p{L}{2,} \p{L}{2,}/u.test(text)),
  }
}

/** All strings inside a value, by their path. */
export function textsOf(value: unknown, path = ''): Texts {
  if (typeof value === 'string') return { [path]: value }
  const parts = Object.entries(value ?? {}).map(([key, inner]) => textsOf(inner, path ? `${path}.${key}` : key))
  return Object.assign({}, ...parts)
}

/** The keys that a language needs, each with the English text: a counted phrase has the language's own plural forms. */
function wantedKeys(language: string, english: Texts): Map<string, string> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const wanted = Object.entries(english).flatMap(([key, text]): [string, string][] => {
    if (key.endsWith('_one') && english[key.replace(/one$/, 'other')] !== undefined) return []
    const isCounted = key.endsWith('_other') && english[key.replace(/other$/, 'one')] !== undefined
    return isCounted ? forms.map(form => [key.replace(/other$/, form), text]) : [[key, text]]
  })
  return new Map(wanted)
}

function isLong(text: string, inBase: (string | undefined)[]): boolean {
  const known = inBase.filter(one => one !== undefined)
  const longest = Math.max(...known.map(widthOf))
  const isLabel = known.length > 0 && longest <= LABEL_WIDTH && !known.some(one => /[.!?。！？…]$/.test(one))
  return isLabel && widthOf(text) > Math.max(longest * FACTOR, longest + SPARE)
}

/** In narrow letters: a full-width one counts twice, an accent of its own not at all. */
const widthOf = (text: string): number =>
  text.normalize('NFC').length +
  (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\uff00-\uffef]/gu)?.length ?? 0)

const placeholders = (text: string): string => (text.match(/\{\{?\w+\}\}?/g) ?? []).sort().join(' ')
