import { useState } from 'react'

/** Returns the previous list as long as the new one has the same members, so that comparisons see no change. */
export function useSameList<Member>(list: Member[]): Member[] {
  const [kept, keep] = useState(list)
  const isSame = kept.length === list.length && kept.every((member, place) => member === list[place])
  if (!isSame) keep(list)
  return isSame ? kept : list
}
