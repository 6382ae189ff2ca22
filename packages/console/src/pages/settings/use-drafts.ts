import { App } from 'antd'
import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../session/user.ts'
import type { Texts } from './option-texts.ts'

/** By user id; kept as long as the browser stays on the site. */
const kept = new Map<number, Texts>()

/** Unsaved input. It is kept for its user while they visit other pages. */
export function useDrafts(): [Texts, Dispatch<SetStateAction<Texts>>] {
  const userId = useUser()?.id ?? 0
  const [drafts, setDrafts] = useState<Texts>(() => kept.get(userId) ?? {})
  useEffect(() => {
    kept.set(userId, drafts)
  }, [userId, drafts])
  return [drafts, setDrafts]
}

/** Tells a user who leaves the page that drafts are kept, and warns one who closes the site, which drops them. */
export function useLeaveNotice(isUnsaved: boolean): void {
  const { t } = useTranslation()
  const { message } = App.useApp()

  const tellKept = useEffectEvent(() => {
    if (isUnsaved) message.info(t('settings.draftsKept'))
  })
  useEffect(() => tellKept, [])

  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}
