import { noUsage } from '../../canonical/usage.ts'
import type { Meter, MeteredCall } from '../../metering/meter.ts'
import { speechCharacters, speechTokens } from '../../metering/sound-tokens.ts'
import { asText } from '../../raw/json.ts'
import { estimateTokens } from '../../usage/estimate-tokens.ts'

/** Speech of OpenAI's GPT family is priced by tokens in and sound out, that of all others by the character. */
export const speechMeter: Meter = {
  // the sound is counted while it passes: what is slower extends its hold
  most: call => ({ usage: speechUsage(call, LEAST_SECONDS + speechCharacters(textOf(call)) / CHARACTERS_PER_SECOND) }),
  estimated: (call, { soundSeconds }) => speechUsage(call, soundSeconds ?? 0),
}

const CHARACTERS_PER_SECOND = 10
const LEAST_SECONDS = 10
const BY_TOKENS = /^gpt-/

const textOf = ({ member }: MeteredCall): string => asText(member('input')) ?? ''

function speechUsage(call: MeteredCall, seconds: number) {
  const text = textOf(call)
  if (!BY_TOKENS.test(call.model)) return { ...noUsage(), input: speechCharacters(text) }
  const spokenText = text + (asText(call.member('instructions')) ?? '')
  return { ...noUsage(), input: Math.ceil(estimateTokens(spokenText)), audioOutput: speechTokens(seconds) }
}
