import { currentLanguage } from '../phrases/index.ts'

/** Joins sentences: Chinese has no space between them. */
export const joinSentences = (sentences: string[]): string => sentences.join(currentLanguage() === 'zh' ? '' : ' ')

/** A list of words, with the comma of the user's language. */
export const joinWords = (words: string[]): string => words.join(currentLanguage() === 'zh' ? '、' : ', ')
