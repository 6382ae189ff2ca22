/** Apps of reasoning models write their thoughts before the answer, in a markup block. */
const BLOCKS: readonly { opening: RegExp; closing: string }[] = [
  {
    opening: /^\s{0,8}<details[^<>]{0,400}>\s{0,8}<summary>\s{0,8}Thinking\.\.\.\s{0,8}<\/summary>/,
    closing: '</details>',
  },
  { opening: /^\s{0,8}<think>/, closing: '</think>' },
]
/** At most this much precedes the text of a thought. */
const LONGEST_OPENING = 500

/** Separates the text and the thoughts of an answer, piece by piece. */
export function splitThoughts(say: (text: string) => void, think: (text: string) => void) {
  let state: 'beginning' | 'thought' | 'text' = 'beginning'
  let held = ''
  let closing = ''
  let isFirstThought = true

  /** Returns whether more of the beginning is needed to decide. */
  function isUndecided(): boolean {
    const block = BLOCKS.find(({ opening }) => opening.test(held))
    if (block) {
      held = held.replace(block.opening, '')
      closing = block.closing
      state = 'thought'
      return false
    }
    const start = held.trimStart()
    if (held.length < LONGEST_OPENING && STARTS.some(word => start.startsWith(word) || word.startsWith(start)))
      return true
    state = 'text'
    return false
  }

  /** Emits text that cannot be part of the block's end. */
  function passThought(): void {
    if (isFirstThought) held = held.trimStart()
    if (held) isFirstThought = false
    const end = held.indexOf(closing)
    const safe = end < 0 ? Math.max(0, held.length - closing.length) : end
    think(held.slice(0, safe))
    held = held.slice(safe)
    if (end < 0) return
    held = held.slice(closing.length)
    state = 'text'
  }

  return {
    push(piece: string) {
      held += piece
      if (state === 'beginning' && isUndecided()) return
      if (state === 'thought') passThought()
      if (state !== 'text') return
      const said = held
      held = ''
      if (said) say(said)
    },
    end() {
      if (held) (state === 'thought' ? think : say)(held)
      held = ''
    },
  }
}

const STARTS = ['<details', '<think>']
