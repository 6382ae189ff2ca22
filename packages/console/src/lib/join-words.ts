import { currentLanguage } from '../phrases/index.ts'

/** Their sentences have full-width punctuation and no spaces. */
const isUnspaced = (): boolean => /^(zh|ja)/.test(currentLanguage())

/** Joins sentences: Chinese and Japanese have no space between them. */
export const joinSentences = (sentences: string[]): string => sentences.join(isUnspaced() ? '' : ' ')

/** A list of words, with the comma of the user's language. */
export const joinWords = (words: string[]): string => words.join(isUnspaced() ? '、' : ', ')
