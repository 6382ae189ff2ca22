import type { LoggedLine, PriceLine, TokenDollars } from '@tollgate/contract'
import { inputTotal, type Usage } from '../../canonical/usage.ts'
import type { Consumed } from '../../metering/consumed.ts'
import type { DocumentPrice, PriceTier, TokenRatios } from '../price.ts'
import { ratiosOf } from './token-ratios.ts'

/** Returns what was consumed as receipt lines with prices. Lines of zero are omitted. */
export function documentLines(price: DocumentPrice, consumed: Consumed): LoggedLine[] {
  const { callCount = 1, soundSeconds = 0, image, video, characters } = consumed
  const lines: LoggedLine[] = tokenLines(price, consumed.usage)
  const add = (line: string, count: number, usd: number, per: PriceLine['per'], of?: string) => {
    if (count > 0 && usd > 0) lines.push({ line, count, usd, per, ...(of && { of }) })
  }
  if (price.call > 0) add('call', callCount, price.call, 'call')
  if (price.images.length > 0) {
    const words = [image?.size, image?.quality].filter(Boolean).join(' ')
    add('image', callCount, imagePrice(price.images, image), 'image', words)
  }
  if (video && price.seconds.length > 0) {
    const words = [video.resolution, video.sound && 'sound'].filter(Boolean).join(' ')
    add('video', video.seconds, secondPrice(price.seconds, video), 'second', words)
  }
  if (price.characters > 0) add('characters', characters?.() ?? 0, price.characters, 'million_characters')
  if (price.minutes > 0) add('sound', soundSeconds, price.minutes, 'minute')
  return lines
}

/** The first line that fits, otherwise the dearest: the unknown counts as dear. */
function imagePrice(
  images: DocumentPrice['images'],
  { size = 'auto', quality = 'auto' }: NonNullable<Consumed['image']> = UNKNOWN,
): number {
  const fits = (said: string | undefined, word: string) => said === undefined || said === word
  const line = images.find(one => fits(one.size, size) && fits(one.quality, quality))
  return line?.price ?? dearest(images)
}

const UNKNOWN = { size: '', quality: '' }

function secondPrice(seconds: DocumentPrice['seconds'], { resolution, sound }: NonNullable<Consumed['video']>): number {
  const line = seconds.find(
    one =>
      (one.resolution === undefined || one.resolution === resolution) &&
      (one.sound === undefined || one.sound === sound),
  )
  return line?.price ?? dearest(seconds)
}

const dearest = (lines: readonly { price: number }[]): number => Math.max(...lines.map(({ price }) => price))

type Kind = keyof TokenDollars
type Count = Exclude<keyof Usage, 'toolCalls' | 'raw' | 'rounds' | 'suspect'>

/** The kinds of input in the order of a prompt: caches hold its beginning. */
const INPUTS: readonly (readonly [Kind, Count])[] = [
  ['cache_read', 'cacheRead'],
  ['cache_write_5m', 'cacheWrite5m'],
  ['cache_write_1h', 'cacheWrite1h'],
  ['input', 'input'],
  ['image_input', 'imageInput'],
  ['audio_input', 'audioInput'],
]

function tokenLines(price: DocumentPrice, usage: Usage): LoggedLine[] {
  const reached = tierFor(price, inputTotal(usage))
  if (!reached) return []
  const lines: LoggedLine[] = []
  const add = (line: string, count: number, usd: number, above: number) => {
    if (count > 0) lines.push({ line, count, usd, per: 'million_tokens', ...(above > 0 && { above }) })
  }
  if (price.isMarginal) {
    for (const { kind, count, tier } of sharedOut(price.tiers, usage)) add(kind, count, tier.tokens[kind], tier.above)
  } else for (const [kind, count] of INPUTS) add(kind, usage[count], reached.tokens[kind], reached.above)
  const { tokens, above } = reached
  add('output', usage.output - usage.reasoning, tokens.output, above)
  add('reasoning', usage.reasoning, tokens.output, above)
  add('image_output', usage.imageOutput, tokens.image_output, above)
  add('audio_output', usage.audioOutput, tokens.audio_output, above)
  return lines
}

/** The tier that a prompt of this length reaches; undefined: tokens are free. */
export const tierFor = ({ tiers }: DocumentPrice, inputTokens: number): PriceTier | undefined =>
  tiers.findLast(({ above }) => above === 0 || inputTokens > above)

/** The ratios for a short prompt; null: input is free, or not priced by tokens. */
export function shortPromptRatios({ tiers }: DocumentPrice): TokenRatios | null {
  const tokens = tiers[0]?.tokens
  return tokens && tokens.input > 0 ? ratiosOf(tokens) : null
}

/** Divides each kind of the prompt among the tiers of its tokens. */
function sharedOut(tiers: readonly PriceTier[], usage: Usage) {
  const shares: { kind: Kind; count: number; tier: PriceTier }[] = []
  let at = 0
  for (const [kind, name] of INPUTS) {
    let left = usage[name]
    for (const [index, tier] of tiers.entries()) {
      const end = tiers[index + 1]?.above ?? Number.POSITIVE_INFINITY
      const count = Math.min(left, Math.max(0, end - at))
      if (count <= 0) continue
      shares.push({ kind, count, tier })
      at += count
      left -= count
    }
  }
  return shares
}
