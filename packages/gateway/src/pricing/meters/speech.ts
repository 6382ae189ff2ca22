import { noUsage } from '../../canonical/usage.ts'
import { estimateTokens } from '../../usage/estimate-tokens.ts'
import { speechCharacters, speechTokens } from '../sound-tokens.ts'
import type { Meter, MeteredCall } from './meter.ts'

/** Speech of OpenAI's GPT family is priced by tokens in and sound out, that of all others by the character. */
export const speechMeter: Meter = {
  // the sound is counted while it passes: what is slower extends its hold
  most: call => ({ usage: spoken(call, LEAST_SECONDS + speechCharacters(textOf(call)) / CHARACTERS_PER_SECOND) }),
  estimated: (call, { soundSeconds }) => spoken(call, soundSeconds ?? 0),
}

const CHARACTERS_PER_SECOND = 10
const LEAST_SECONDS = 10
const BY_TOKENS = /^gpt-/

const textOf = ({ member }: MeteredCall): string => String(member('input') ?? '')

function spoken(call: MeteredCall, seconds: number) {
  const text = textOf(call)
  if (!BY_TOKENS.test(call.model)) return { ...noUsage(), input: speechCharacters(text) }
  const said = text + String(call.member('instructions') ?? '')
  return { ...noUsage(), input: Math.ceil(estimateTokens(said)), audioOutput: speechTokens(seconds) }
}
