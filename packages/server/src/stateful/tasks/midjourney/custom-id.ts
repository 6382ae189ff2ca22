/** The request behind a task's button. */
interface ButtonAction {
  /** The action's name in the drawing log. */
  action: string
  /** The number of the picture, of four. */
  index: number
}

/** Actions by a part of the button's id; the first match counts. `indexed`: the next part numbers the picture. */
const VERBS: readonly { sign: RegExp; action: string; indexed?: true }[] = [
  { sign: /upsample/, action: 'UPSCALE', indexed: true },
  { sign: /^low_variation$/, action: 'LOW_VARIATION' },
  { sign: /^high_variation$/, action: 'HIGH_VARIATION' },
  { sign: /^variation$/, action: 'VARIATION', indexed: true },
  { sign: /^pan(_|$)/, action: 'PAN' },
  { sign: /reroll/, action: 'REROLL' },
  { sign: /^Outpaint$/, action: 'ZOOM' },
  { sign: /^CustomZoom$/, action: 'CUSTOM_ZOOM' },
  { sign: /^Inpaint$/, action: 'INPAINT' },
]

const MOST_PICTURES = 4

/**
 * Parses a button's id, such as `MJ::JOB::upsample::2::3dbbd469-36af` or `MJ::Outpaint::50::1::3dbb::SOLO`; null: no action
 * with a price.
 */
export function readCustomId(customId: string): ButtonAction | null {
  const parts = customId.split('::')
  const [verb = '', index = ''] = parts[1] === 'JOB' ? parts.slice(2) : parts.slice(1)
  const known = VERBS.find(({ sign }) => sign.test(verb))
  if (!known) return null
  if (!known.indexed) return { action: known.action, index: 1 }
  return isIndex(Number(index)) ? { action: known.action, index: Number(index) } : null
}

export const isIndex = (index: unknown): index is number =>
  Number.isInteger(index) && (index as number) >= 1 && (index as number) <= MOST_PICTURES
