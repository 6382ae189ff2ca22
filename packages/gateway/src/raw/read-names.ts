/**
 * The members of an object that the gateway reads: by name, with those read inside. Two spellings of one member, as in
 * Gemini, share one entry.
 */
export interface ReadNames {
  entries: ReadonlyMap<string, Entry>
  /** By the name as case-insensitive parsers see it. */
  folded: ReadonlyMap<string, Entry>
}

interface Entry {
  name: string
  inside: ReadNames | undefined
}

/** A member the gateway reads is named twice, or another is spelled so that some parsers confuse the two. */
export class AmbiguousMember extends Error {
  override name = 'AmbiguousMember'

  constructor(
    /** The correct spelling. */
    readonly member: string,
  ) {
    super(`the member ${member} is given more than once or in another spelling`)
  }
}

/** A table as written: names with those read inside them, or true. */
export interface NameTable {
  readonly [name: string]: true | NameTable
}

/** @param spellings the spellings of a name that mean the same member */
export function readNames(
  table: NameTable,
  spellings: (name: string) => readonly string[] = name => [name],
): ReadNames {
  const entries = new Map<string, Entry>()
  const folded = new Map<string, Entry>()
  for (const [name, inside] of Object.entries(table)) {
    const entry = { name, inside: inside === true ? undefined : readNames(inside, spellings) }
    for (const spelling of spellings(name)) {
      entries.set(spelling, entry)
      folded.set(fold(spelling), entry)
    }
  }
  return { entries, folded }
}

/** Compares names as Go's `encoding/json`, used by many upstreams, does: ſ is an s, the Kelvin sign a k. */
const fold = (name: string): string => name.toUpperCase().toLowerCase()

/**
 * Takes the names of one object one after another, and returns the table of names read inside each. The function throws
 * AmbiguousMember.
 */
export function newSeen({ entries, folded }: ReadNames): (name: string) => ReadNames | undefined {
  const seen: Entry[] = []
  return name => {
    const entry = entries.get(name)
    if (!entry) {
      const meant = folded.get(fold(name))
      if (meant) throw new AmbiguousMember(meant.name)
      return undefined
    }
    if (seen.includes(entry)) throw new AmbiguousMember(entry.name)
    seen.push(entry)
    return entry.inside
  }
}
