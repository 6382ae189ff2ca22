import { noUsage } from '../../canonical/usage.ts'
import type { Meter, MeteredCall } from '../../metering/meter.ts'
import { speechCharacters, speechTokens } from '../../metering/sound-tokens.ts'
import { asText } from '../../raw/json.ts'
import { scanObject } from '../../raw/scan-json.ts'
import { estimateTokens } from '../../usage/estimate-tokens.ts'

/** Speech of OpenAI's GPT family is priced by tokens in and sound out; all other speech per character. */
export const speechMeter: Meter = {
  measures: ['characters', 'minutes'],
  // the sound is counted as it passes: slower speech extends its hold
  most(call) {
    const characters = speechCharacters(textOf(call))
    const usage = speechUsage(call, LEAST_SECONDS + characters / CHARACTERS_PER_SECOND)
    return { usage, characters: () => characters, soundSeconds: LEAST_SECONDS + characters }
  },
  estimated: (call, { soundSeconds }) => speechUsage(call, soundSeconds ?? 0),
  perCall: (call, { soundSeconds }) => ({
    characters: () => speechCharacters(textOf(call)),
    soundSeconds: Math.ceil(soundSeconds ?? 0),
  }),
}

const CHARACTERS_PER_SECOND = 10
const LEAST_SECONDS = 10
const BY_TOKENS = /^gpt-/

/** Members with settings; any other may be the text to speak, under any host's name. */
const SETTINGS: ReadonlySet<string> = new Set([
  ...['model', 'voice', 'response_format', 'speed', 'instructions', 'stream_format', 'stream', 'user', 'language'],
])

/** Lists and objects count as written. */
const textOf = ({ text, member }: MeteredCall): string =>
  scanObject(text)
    .members.filter(({ name }) => !SETTINGS.has(name))
    .map(({ name, valueStart, valueEnd }) => {
      if (text[valueStart] === '"') return asText(member(name)) ?? ''
      return /[[{]/.test(text[valueStart] ?? '') ? text.slice(valueStart, valueEnd) : ''
    })
    .join('')

function speechUsage(call: MeteredCall, seconds: number) {
  const text = textOf(call)
  if (!BY_TOKENS.test(call.model)) return { ...noUsage(), input: speechCharacters(text) }
  const spokenText = text + (asText(call.member('instructions')) ?? '')
  return { ...noUsage(), input: Math.ceil(estimateTokens(spokenText)), audioOutput: speechTokens(seconds) }
}
