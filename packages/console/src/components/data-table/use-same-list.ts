import { useState } from 'react'

/** Returns the list that was given before as long as the given one has the same members: who compares lists sees no other. */
export function useSameList<Member>(list: Member[]): Member[] {
  const [kept, keep] = useState(list)
  const isSame = kept.length === list.length && kept.every((member, place) => member === list[place])
  if (!isSame) keep(list)
  return isSame ? kept : list
}
