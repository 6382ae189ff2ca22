import { currentLanguage } from '../phrases/index.ts'

/** One after the other, as the user's language sets them: Chinese has no space between sentences. */
export const joinSentences = (sentences: string[]): string => sentences.join(currentLanguage() === 'zh' ? '' : ' ')
