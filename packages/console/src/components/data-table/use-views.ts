import type { ListName, ListView, User, UserSetting } from '@tollgate/contract'
import { stored, useStored } from '../../lib/storage.ts'

/** The user's views of a list, with those that an earlier version kept in this browser. */
export function useViews(list: ListName): ListView[] {
  const [user] = useStored(stored.user)
  const [here] = useStored(stored.listViews)
  const own = settingOf(user).views?.[list] ?? []
  return [...own, ...(here[list] ?? []).filter(({ name }) => !own.some(view => view.name === name))]
}

/** The server writes the setting's text. */
export const settingOf = (user: Pick<User, 'setting'> | null): Partial<UserSetting> => JSON.parse(user?.setting || '{}')
