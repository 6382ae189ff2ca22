import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Channel, Page } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { useStepsToast } from '../../components/use-steps-toast.tsx'
import { places } from '../../lib/places.ts'

/** After a change that reorders the list: keeps the channel's row in view, or links to the page that has it now. */
export function useTellMoved(): (channel: Pick<Channel, 'id' | 'name'>, priority: number) => void {
  const { t } = useTranslation()
  const client = useQueryClient()
  const tell = useStepsToast()
  return ({ id, name }, priority) => {
    if (isListed(client, id)) return void requestAnimationFrame(() => rowOf(id)?.scrollIntoView({ block: 'nearest' }))
    tell(t('channels.moved', { name, priority }), [
      { label: t('channels.steps.see'), to: places.channels({ keyword: name }) },
    ])
  }
}

/** Whether the list on screen, as last loaded, contains the channel. */
function isListed(client: QueryClient, id: number): boolean {
  const lists = client.getQueryCache().findAll({ queryKey: ['channels'], type: 'active' })
  return lists.some(({ state }) =>
    (state.data as Partial<Page<Channel>> | undefined)?.items?.some(one => one.id === id),
  )
}

const rowOf = (id: number) => document.querySelector(`[data-row="${id}"]`)
