import type { QueryClient } from '@tanstack/react-query'

/**
 * Refetches queries after a change. Where a first answer is still on its way, it may be from before the change, and a query
 * without data would take it for the new one: it is cancelled.
 * @param names absent: all
 */
export async function askAgain(client: QueryClient, names?: readonly string[]): Promise<void> {
  const keys = names?.map(name => [name]) ?? [[]]
  await Promise.all(
    keys.map(async queryKey => {
      await client.cancelQueries({ queryKey, type: 'active', predicate: ({ state }) => state.data === undefined })
      await client.invalidateQueries({ queryKey })
    }),
  )
}
