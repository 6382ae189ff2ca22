/** How many turns of the event loop other work gets during an act. */
export async function turnsDuring(act: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const take = () => {
    turns++
    if (!isDone) setImmediate(take)
  }
  setImmediate(take)
  await act()
  isDone = true
  return turns
}
