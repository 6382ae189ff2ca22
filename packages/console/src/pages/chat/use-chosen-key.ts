import type { ChatTarget } from '@tollgate/contract'
import { stored, useStored } from '../../lib/storage.ts'
import type { Chat } from '../../session/chats.ts'
import { useUser } from '../../session/user.ts'

/** The token that was given to a chat, as long as the chat still has the same target. */
export function useChosenKey(chat: Chat, target: ChatTarget) {
  const [all, write] = useStored(stored.chatKeys)
  const user = useUser()
  const name = `${user?.id ?? 0} ${chat.to} ${chat.name}`
  const place = placeOf(target)
  const chosen = all[name]
  return {
    tokenId: chosen?.place === place ? chosen.token : undefined,
    choose: (token: number) => write({ ...all, [name]: { token, place } }),
    forget: () => {
      const { [name]: _, ...others } = all
      write(others)
    },
  }
}

/** Shown to the user before a key is handed over: the site's host, or the scheme of the program's links. */
export const placeOf = (target: ChatTarget): string => (target.kind === 'page' ? target.origin : `${target.scheme}//`)
