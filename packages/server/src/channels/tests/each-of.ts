/**
 * Runs an act for each item, several concurrently. Rejects with the first error, or the signal's reason, once running
 * acts have ended.
 * @param atOnce how many concurrently
 */
export async function eachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  signal: AbortSignal,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items].reverse()
  let failure: { error: unknown } | undefined
  const work = async () => {
    for (let item = left.pop(); item !== undefined && !failure && !signal.aborted; item = left.pop())
      await act(item).catch(error => {
        failure ??= { error }
      })
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  signal.throwIfAborted()
  if (failure) throw failure.error
}
