import { skipSpace } from '../raw/pass-json.ts'

/** Parts of a JSON text that its format's table does not know, collected while the text is read. */
export interface Unknowns {
  /** Pieces whose removal leaves only known JSON; inner ones come before those around them. */
  cuts: Cut[]
  /** Paths of unknown parts, such as `messages.content.video_url`; at most `MOST_NAMES`. */
  names: Set<string>
  /** The current position: names of members, and types of parts. */
  path: string[]
  /** Members of the outermost object that stay, whatever they hold. */
  keeps(name: string): boolean
}

/** Offsets into the text; the end is exclusive. */
interface Cut {
  start: number
  end: number
}

/** More names are not reported. */
const MOST_NAMES = 20

export const noUnknowns = (keeps: Unknowns['keeps']): Unknowns => ({ cuts: [], names: new Set(), path: [], keeps })

export function noteUnknown(unknowns: Unknowns): void {
  const { names, path } = unknowns
  if (names.size < MOST_NAMES && !(path[0] !== undefined && unknowns.keeps(path[0]))) names.add(path.join('.'))
}

/** Whether the member being read stays. */
export const stays = ({ path, keeps }: Unknowns): boolean => path[0] !== undefined && keeps(path[0])

/** The members of an object or the elements of a list, in their order. */
export interface Siblings {
  /** Passes the next one, which ends at `end`. */
  pass(end: number, isUnknown: boolean): void
  /** Only unknown ones were there. */
  areGone(): boolean
}

/** Cuts out the unknown ones, each with a comma. `open`: the position of the bracket. */
export function siblings({ cuts }: Unknowns, text: string, open: number): Siblings {
  let before = open + 1
  let kept = 0
  let gone = 0
  return {
    pass(end, isUnknown) {
      if (isUnknown) {
        cuts.push({ start: before, end })
        gone += 1
      } else {
        // the comma after those at the front
        if (kept === 0 && gone > 0) cuts.push({ start: before, end: skipSpace(text, before) + 1 })
        kept += 1
      }
      before = end
    },
    areGone: () => gone > 0 && kept === 0,
  }
}

/** Returns the text without the pieces to be cut. */
export function withoutCuts(text: string, { cuts }: Unknowns): string {
  let written = ''
  let at = 0
  for (const { start, end } of cuts.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    if (end <= at) continue
    written += text.slice(at, Math.max(at, start))
    at = end
  }
  return written + text.slice(at)
}
