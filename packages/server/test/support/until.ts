const PATIENCE_MS = 5_000
const SHORTEST_PAUSE_MS = 5
const LONGEST_PAUSE_MS = 25

/** Reads a value until it is as expected; throws after a while. The longer it waits, the less often it reads. */
export async function until<Value>(
  read: () => Promise<Value>,
  isThere: (value: Value) => boolean,
  patienceMs = PATIENCE_MS,
): Promise<Value> {
  const start = performance.now()
  for (;;) {
    const value = await read()
    if (isThere(value)) return value
    const waited = performance.now() - start
    if (waited > patienceMs)
      throw new Error(`it did not come to that within ${patienceMs} ms: ${JSON.stringify(value)}`)
    await Bun.sleep(Math.min(Math.max(waited / 20, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS))
  }
}
