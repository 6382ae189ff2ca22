import { PLAYGROUND_FORMATS } from '@tollgate/contract'
import { useEffect, useEffectEvent } from 'react'
import { useAddress } from '../../../components/data-table/use-filters.ts'
import { newConversation, withChoice } from '../conversation/new-conversation.ts'
import type { ConversationStore } from '../conversation/store.ts'
import type { Conversation } from '../conversation/types.ts'

/**
 * Starts a conversation with the model, group and format in the address (`?model=gpt-5-mini&format=gemini`), once: they then leave
 * the address. The conversation before stays in the history.
 */
export function useChoiceInAddress(store: ConversationStore, conversation: Conversation): void {
  const [address, write] = useAddress()
  const model = address.get('model')
  const start = useEffectEvent(() => {
    const format = PLAYGROUND_FORMATS.find(one => one === address.get('format'))
    write({ model: '', group: '', format: '' })
    const choice = { model: model ?? '', group: address.get('group') ?? '', ...(format && { format }) }
    store.start(withChoice(newConversation(Date.now(), conversation), choice))
  })
  useEffect(() => {
    if (model) start()
  }, [model])
}
