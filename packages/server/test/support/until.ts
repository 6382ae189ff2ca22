const PATIENCE_MS = 5_000

/** Asks again until the answer is as hoped for; fails when it does not come to that. */
export async function until<Value>(
  canonicalRequest: () => Promise<Value>,
  isThere: (value: Value) => boolean,
  patienceMs = PATIENCE_MS,
): Promise<Value> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const value = await canonicalRequest()
    if (isThere(value)) return value
    if (performance.now() > deadline)
      throw new Error(`it did not come to that within ${patienceMs} ms: ${JSON.stringify(value)}`)
    await Bun.sleep(5)
  }
}
