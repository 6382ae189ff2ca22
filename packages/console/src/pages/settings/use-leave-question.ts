import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'
import { useConfirm } from '../../components/use-confirm.ts'

/** Asks before the page is left with something unsaved. Its own tabs and searches do not leave it. */
export function useLeaveQuestion(isUnsaved: boolean): void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  )

  const ask = useEffectEvent(async () => {
    const leaves = await confirm({
      title: t('components.form.unsavedTitle'),
      consequence: t('components.form.unsavedConsequence'),
      agree: t('components.form.discard'),
      danger: true,
    })
    if (leaves) blocker.proceed?.()
    else blocker.reset?.()
  })
  useEffect(() => {
    if (blocker.state === 'blocked') ask()
  }, [blocker.state])

  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}
