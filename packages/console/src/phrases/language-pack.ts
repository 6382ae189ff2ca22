import type { ConfigProviderProps } from 'antd'
import type { en } from './en/index.ts'

/** The phrases of one of the base languages. English sets the keys; each language has its own plural forms. */
export type Phrases = Translated<typeof en>

/**
 * The phrases of a further language: none that English does not have; `npm run phrases` names those it lacks.
 */
export type FurtherPhrases = Incomplete<Phrases>

export type Incomplete<Words> = { [Key in keyof Words]?: Words[Key] extends string ? string : Incomplete<Words[Key]> }

/**
 * What every page needs, and everything the pages before a sign-in need: some of our phrases, and the component
 * library's.
 */
export interface FirstPack {
  phrases: Incomplete<Phrases>
  /** Loads the file with the language's phrases of an area. */
  loadArea: (file: string) => Promise<Partial<Record<keyof Phrases, object>>>
  componentWords: NonNullable<ConfigProviderProps['locale']>
}

type Translated<Words> = {
  [Key in keyof Words as Key extends `${string}_one` ? never : Key]: Words[Key] extends string
    ? string
    : Translated<Words[Key]>
} & {
  [Key in keyof Words as Key extends `${infer Base}_other` ? `${Base}_${'one' | 'few' | 'many'}` : never]?: string
}
