/** Runs an act for each item, `atOnce` at a time. @throws the first error, once running acts have ended */
export async function inPool<Item>(
  atOnce: number,
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const work = async () => {
    for (const item of left) await act(item)
  }
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, work))
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}
