import type { ConfigProviderProps } from 'antd'
import type { en } from './en/index.ts'

/** The words of one language. English sets the keys; each language has its own plural forms. */
export type Phrases = Translated<typeof en>

/** What every page needs, and all that the pages before a sign-in do: some of our words, and those of the component library. */
export interface FirstPack {
  phrases: Partial<Phrases>
  /** Loads a file of the language, which has the words of an area. */
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
