/** Functions whose synchronous time grows with the length of a text or of bytes. */
const WATCHED: readonly [owner: object, names: readonly string[]][] = [
  [String.prototype, ['includes', 'indexOf', 'match', 'replace', 'split']],
  [RegExp.prototype, ['test', 'exec']],
  [JSON, ['parse', 'stringify']],
  [TextDecoder.prototype, ['decode']],
  [TextEncoder.prototype, ['encode']],
  [Buffer, ['from', 'concat']],
]

/** The gateway's own files; tests and their upstreams are not watched. */
const OURS = /\/packages\/\w+\/src\/(?!.*\.test\.ts)/

/**
 * Returns the synchronous steps of the gateway on this thread over more than `longest` characters or bytes, each with
 * its length.
 */
export async function longStepsDuring(longest: number, act: () => Promise<unknown>): Promise<string[]> {
  const found: string[] = []
  const originals = WATCHED.flatMap(([owner, names]) =>
    names.map(name => ({ owner: owner as Record<string, (...given: never[]) => unknown>, name })),
  ).map(({ owner, name }) => {
    const original = owner[name] as (...given: unknown[]) => unknown
    const watching = function (this: unknown, ...given: unknown[]): unknown {
      const result = Reflect.apply(original, this, given)
      const length = Math.max(lengthOf(this), lengthOf(given[0]), lengthOf(result))
      if (length > longest) {
        const by = new Error().stack?.split('\n').find(line => OURS.test(line))
        if (by) found.push(`${name} over ${length} ${by.trim()}`)
      }
      return result
    }
    owner[name] = watching as never
    return { owner, name, original }
  })
  try {
    await act()
  } finally {
    for (const { owner, name, original } of originals) owner[name] = original as never
  }
  return found
}

const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : ArrayBuffer.isView(value) ? value.byteLength : 0
