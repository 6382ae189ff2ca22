import { useMutation } from '@tanstack/react-query'
import { calls, type ListName, type ListView } from '@tollgate/contract'
import { useEffect, useEffectEvent } from 'react'
import { send } from '../../lib/call.ts'
import { readStored, stored, writeStored } from '../../lib/storage.ts'
import { rememberUser } from '../../session/user.ts'
import { settingOf } from './use-views.ts'

/** Keeps and deletes the user's views of a list on the server. */
export function useChangeViews(list: ListName) {
  const keep = useMutation({
    mutationFn: (view: ListView) => send(calls.users.keepView, { body: { list, ...view } }),
    onSuccess: (views, { name }) => remember(list, views, name),
  })
  const remove = useMutation({
    mutationFn: (name: string) => send(calls.users.deleteView, { query: { list, name } }),
    onSuccess: (views, name) => remember(list, views, name),
  })
  const move = useEffectEvent(async () => {
    for (const view of readStored(stored.listViews)[list] ?? []) await keep.mutateAsync(view)
  })
  useEffect(() => {
    // What the server refuses stays here; the user has seen why.
    move().catch(() => undefined)
  }, [])
  return { keep, remove }
}

/** The view with this name is no longer kept in this browser. */
function remember(list: ListName, views: ListView[], name: string): void {
  const here = readStored(stored.listViews)
  writeStored(stored.listViews, { ...here, [list]: here[list]?.filter(view => view.name !== name) })
  const user = readStored(stored.user)
  if (!user) return
  const setting = settingOf(user)
  rememberUser({ ...user, setting: JSON.stringify({ ...setting, views: { ...setting.views, [list]: views } }) })
}
