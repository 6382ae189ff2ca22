import type { Channel } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { useStepsToast } from '../../components/use-steps-toast.tsx'
import { places } from '../../lib/places.ts'

/** Reports that channels were created, and links to the next steps. */
export function useTellCreated(): (made: readonly Channel[]) => void {
  const { t } = useTranslation()
  const tell = useStepsToast()
  return made => {
    const [first] = made
    if (!first) return
    const name = made.length > 1 ? `${first.name} +${made.length - 1}` : first.name
    tell(t('channels.created', { name }), [
      { label: t('channels.steps.test'), to: places.channelTest(first.id) },
      { label: t('channels.steps.token'), to: places.newToken },
      { label: t('channels.steps.see'), to: places.channels({ keyword: first.name }) },
    ])
  }
}
