const PATIENCE_MS = 5_000

/** Reads a value until it is as expected; throws after a while. */
export async function until<Value>(
  read: () => Promise<Value>,
  isThere: (value: Value) => boolean,
  patienceMs = PATIENCE_MS,
): Promise<Value> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const value = await read()
    if (isThere(value)) return value
    if (performance.now() > deadline)
      throw new Error(`it did not come to that within ${patienceMs} ms: ${JSON.stringify(value)}`)
    await Bun.sleep(5)
  }
}
