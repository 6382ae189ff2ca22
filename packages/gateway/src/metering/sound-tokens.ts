/** Tokens per second of sound if no tokens are reported: a thousand a minute. */
const PER_SECOND = 1000 / 60

/** Returns the tokens of a transcription from the length of its sound. */
export const transcriptionTokens = (seconds: number): number => Math.round(Math.ceil(seconds) * PER_SECOND)

/** Returns the number of characters that a speech model priced per character consumed. */
export function speechCharacters(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length; at++) if ((text.codePointAt(at) ?? 0) > LARGEST_UNIT) count--
  return count
}

/** Larger characters take two units of a string. */
const LARGEST_UNIT = 0xffff

/** Speech at 0.015 dollars a minute and 12 dollars per million tokens. https://platform.openai.com/docs/pricing */
const SPOKEN_PER_SECOND = 1250 / 60

/** Returns the tokens that a speech model priced by tokens produced, from the length of its sound. */
export const speechTokens = (seconds: number): number => Math.round(seconds * SPOKEN_PER_SECOND)

/** Tokens of live sessions. https://platform.openai.com/docs/guides/realtime-costs */
export const liveTokens = { inputPerSecond: 10, outputPerSecond: 20 }
