import { useTranslation } from 'react-i18next'
import { useUndoToast } from '../use-undo-toast.tsx'
import type { Planned } from './planned.ts'
import type { Batch } from './use-batch.ts'

/** Makes planned changes, one after another, and offers to undo all that were made. */
export function usePlanned({ run }: Batch): (title: string, planned: readonly Planned[]) => Promise<boolean> {
  const { t } = useTranslation()
  const toastWithUndo = useUndoToast()
  return async (title, planned) => {
    const made: Planned[] = []
    const { isWhole } = await run(
      {
        title,
        act: async changes => {
          for (const change of changes) await change.apply()
          made.push(...changes)
        },
      },
      planned,
    )
    const undo = () =>
      run(
        {
          title: t('components.many.undoing'),
          act: async changes => {
            for (const change of changes) await change.undo()
          },
        },
        made.toReversed(),
      )
    if (made.length > 0) toastWithUndo(t('components.many.done', { count: made.length }), () => void undo())
    return isWhole
  }
}
