import { currentLanguage } from '../phrases/index.ts'

/** Their sentences have full-width punctuation and no spaces. */
const isUnspaced = (): boolean => /^(zh|ja)/.test(currentLanguage())

/** Joins sentences: Chinese and Japanese have no space between them. */
export const joinSentences = (sentences: string[]): string => sentences.join(isUnspaced() ? '' : ' ')

/** A list of words, with the comma of the user's language. */
export const joinWords = (words: string[]): string => words.join(isUnspaced() ? '、' : ', ')

/** A name and its value. French has a space before the colon too. */
export const labelled = (name: string, value: string | number): string =>
  `${name}${isUnspaced() ? '：' : currentLanguage() === 'fr' ? '\u00a0: ' : ': '}${value}`
