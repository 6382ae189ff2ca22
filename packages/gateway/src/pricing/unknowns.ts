import { skipSpace } from '../raw/pass-json.ts'

/** What in a JSON text its format's table does not know, collected while the text is read. */
export interface Unknowns {
  /** Pieces without which the rest is JSON that the table knows; inner ones come before those around them. */
  cuts: Cut[]
  /** The paths of what is unknown, as `messages.content.video_url`; at most `MOST_NAMES`. */
  names: Set<string>
  /** Where the reader is: names of members, and what parts say they are. */
  path: string[]
  /** Members of the outermost object that stay whatever they hold. */
  keeps(name: string): boolean
}

/** Offsets into the text; the end is exclusive. */
interface Cut {
  start: number
  end: number
}

/** More are not told. */
const MOST_NAMES = 20

export const noUnknowns = (keeps: Unknowns['keeps']): Unknowns => ({ cuts: [], names: new Set(), path: [], keeps })

export function noteUnknown(unknowns: Unknowns): void {
  const { names, path } = unknowns
  if (names.size < MOST_NAMES && !(path[0] !== undefined && unknowns.keeps(path[0]))) names.add(path.join('.'))
}

/** Whether the member that is being read stays. */
export const stays = ({ path, keeps }: Unknowns): boolean => path[0] !== undefined && keeps(path[0])

/** The members of an object or the elements of a list, in their order. */
export interface Siblings {
  /** Goes past the next one, which ends at `end`. */
  pass(end: number, isUnknown: boolean): void
  /** Nothing but unknown ones were there. */
  areGone(): boolean
}

/** Cuts out the unknown ones, each with a comma. `open` is where the bracket stands. */
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
        // the comma behind those at the front
        if (kept === 0 && gone > 0) cuts.push({ start: before, end: skipSpace(text, before) + 1 })
        kept += 1
      }
      before = end
    },
    areGone: () => gone > 0 && kept === 0,
  }
}

/** Returns the text without the pieces that were cut out of it. */
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
