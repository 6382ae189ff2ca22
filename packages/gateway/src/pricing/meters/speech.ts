import { noUsage } from '../../canonical/usage.ts'
import { estimateTokens } from '../../usage/estimate-tokens.ts'
import { speechCharacters, speechTokens } from '../sound-tokens.ts'
import type { Meter, MeteredCall } from './meter.ts'

/** Speech of OpenAI's GPT family is priced by tokens in and sound out, that of all others by the character. */
export const speechMeter: Meter = {
  expected: call => ({ usage: spoken(call, speechCharacters(textOf(call)) / CHARACTERS_PER_SECOND) }),
  estimated: (call, { soundSeconds }) => spoken(call, soundSeconds ?? 0),
}

const CHARACTERS_PER_SECOND = 15
const BY_TOKENS = /^gpt-/

const textOf = ({ member }: MeteredCall): string => String(member('input') ?? '')

function spoken(call: MeteredCall, seconds: number) {
  const text = textOf(call)
  if (!BY_TOKENS.test(call.model)) return { ...noUsage(), input: speechCharacters(text) }
  const said = text + String(call.member('instructions') ?? '')
  return { ...noUsage(), input: Math.ceil(estimateTokens(said)), audioOutput: speechTokens(seconds) }
}
