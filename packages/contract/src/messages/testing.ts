import { readdirSync } from 'node:fs'

const NAME = /\{\{?\w+\}\}?/g

/** Sentences by file and code. A sentence is one text or several. */
type Sentences = Record<string, Record<string, unknown>>

/** Reads all sentences of a language. `folder` has one folder per language. */
export async function sentencesOf(folder: URL, language: string): Promise<Sentences> {
  const ofLanguage = new URL(`${language}/`, folder)
  const files = readdirSync(ofLanguage)
    .filter(file => file !== 'index.ts')
    .sort()
  const read = files.map(async file => {
    const exported = Object.values(await import(new URL(file, ofLanguage).pathname)) as Record<string, unknown>[]
    return [file, Object.assign({}, ...exported)] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

/** Returns the sorted names of the language folders. */
export const languageFolders = (folder: URL): string[] =>
  readdirSync(folder)
    .filter(name => !name.includes('.'))
    .sort()

/** Returns each code with the names in its sentence, which must be the same in every language. */
export const codesAndNames = (sentences: Sentences): string[] =>
  Object.entries(sentences)
    .flatMap(([file, texts]) =>
      Object.entries(texts).map(
        ([code, text]) => `${file} ${code} ${[...new Set(JSON.stringify(text).match(NAME))].sort()}`,
      ),
    )
    .sort()

/** Returns the codes whose sentence has an empty text. */
export const blankCodes = (sentences: Sentences): string[] =>
  Object.values(sentences).flatMap(texts =>
    Object.entries(texts).flatMap(([code, text]) => (/"\s*"/.test(JSON.stringify(text)) ? [code] : [])),
  )

/**
 * Whether a Chinese text has a Western comma, colon or mark beside its characters, or a space after its own
 * punctuation. Brackets contain JSON.
 */
export const hasForeignPunctuation = (text: string): boolean =>
  /\p{Script=Han}[,:;!?]|[,:;!?] ?\p{Script=Han}|[。，：；！？] \S/u.test(text.replace(/\[[^[\]]*\]/g, ''))

/** Returns the codes whose Chinese sentence has foreign punctuation. */
export const foreignPunctuation = (sentences: Sentences): string[] =>
  Object.values(sentences).flatMap(texts =>
    Object.entries(texts).flatMap(([code, text]) =>
      typeof text === 'string' && hasForeignPunctuation(text) ? [code] : [],
    ),
  )

/** French has a no-break space inside « » and before a colon, and a narrow one before `;`, `!` and `?`. */
export const hasWrongFrenchSpace = (text: string): boolean => /[ \u202f][:»]|«[ \u202f]|[ \u00a0][;!?]/.test(text)

/** Returns the codes whose French sentence has another kind of space there. */
export const wrongFrenchSpaces = (sentences: Sentences): string[] =>
  Object.values(sentences).flatMap(texts =>
    Object.entries(texts).flatMap(([code, text]) =>
      typeof text === 'string' && hasWrongFrenchSpace(text) ? [code] : [],
    ),
  )
