import { noUsage } from '../../canonical/usage.ts'
import { countsOf, type Meter, type MeteredCall, type RequestCounts } from '../../metering/meter.ts'
import { speechCharacters, speechTokens } from '../../metering/sound-tokens.ts'
import { asText } from '../../raw/json.ts'
import { readMember } from '../../raw/read-members.ts'
import { parseBetween, type ScannedObject } from '../../raw/scan-json.ts'
import { estimateTokens } from '../../usage/estimate-tokens.ts'

/** Speech of OpenAI's GPT family is priced by tokens in and sound out; all other speech per character. */
export const speechMeter: Meter = {
  count: countSpeech,
  measures: ['characters', 'minutes'],
  // the sound is counted as it passes: slower speech extends its hold
  most(call) {
    const { characters } = countsOf(call, countSpeech)
    const usage = speechUsage(call, LEAST_SECONDS + characters / CHARACTERS_PER_SECOND)
    return { usage, characters: () => characters, soundSeconds: LEAST_SECONDS + characters }
  },
  estimated: (call, { soundSeconds }) => speechUsage(call, soundSeconds ?? 0),
  perCall: (call, { soundSeconds }) => ({
    characters: () => countsOf(call, countSpeech).characters,
    soundSeconds: Math.ceil(soundSeconds ?? 0),
  }),
}

const CHARACTERS_PER_SECOND = 10
const LEAST_SECONDS = 10
const BY_TOKENS = /^gpt-/

type SpeechCounts = Required<Pick<RequestCounts, 'characters' | 'spokenTokens'>>

/** Members with settings; any other may be the text to speak, under any host's name. */
const SETTINGS: ReadonlySet<string> = new Set([
  ...['model', 'voice', 'response_format', 'speed', 'instructions', 'stream_format', 'stream', 'user', 'language'],
])

function countSpeech(body: ScannedObject): SpeechCounts {
  const spoken = textOf(body)
  const instructions = asText(readMember(body, 'instructions')) ?? ''
  return {
    characters: speechCharacters(spoken),
    spokenTokens: Math.ceil(estimateTokens(spoken) + estimateTokens(instructions)),
  }
}

/** Lists and objects count as written. */
const textOf = ({ text, members }: ScannedObject): string =>
  members
    .filter(({ name }) => !SETTINGS.has(name))
    .map(({ valueStart, valueEnd }) => {
      if (text[valueStart] === '"') return asText(parseBetween(text, valueStart, valueEnd)) ?? ''
      return /[[{]/.test(text[valueStart] ?? '') ? text.slice(valueStart, valueEnd) : ''
    })
    .join('')

function speechUsage(call: MeteredCall, seconds: number) {
  const { characters, spokenTokens } = countsOf(call, countSpeech)
  return BY_TOKENS.test(call.model)
    ? { ...noUsage(), input: spokenTokens, audioOutput: speechTokens(seconds) }
    : { ...noUsage(), input: characters }
}
