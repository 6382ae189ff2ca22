/** Tokens per second of sound when no tokens are reported: a thousand a minute. */
const PER_SECOND = 1000 / 60

/** Returns what a transcription consumed, by the length of its sound. */
export const transcriptionTokens = (seconds: number): number => Math.round(Math.ceil(seconds) * PER_SECOND)

/** Returns what a speech model priced by the character consumed. */
export const speechCharacters = (text: string): number => [...text].length

/** Speech at 0.015 dollars a minute and 12 dollars per million tokens. https://platform.openai.com/docs/pricing */
const SPOKEN_PER_SECOND = 1250 / 60

/** Returns what a speech model priced by tokens produced, by the length of its sound. */
export const speechTokens = (seconds: number): number => Math.round(seconds * SPOKEN_PER_SECOND)

/** Tokens of live sessions. https://platform.openai.com/docs/guides/realtime-costs */
export const liveTokens = { inputPerSecond: 10, outputPerSecond: 20 }
