import { useQuery } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../lib/call.ts'
import { useStatus } from '../../session/status.tsx'
import styles from './identities.module.css'

/** https://core.telegram.org/widgets/login */
const SCRIPT = 'https://telegram.org/js/telegram-widget.js?22'
/** Renewed before the state in the widget's address expires. */
const RENEW_MS = 9 * 60_000

/** Telegram's own button. It leads to `/oauth/telegram/{state}`, for the signed-in user or for a sign-in. */
export function TelegramWidget() {
  const { i18n } = useTranslation()
  const { telegram_bot_name } = useStatus()
  const place = useRef<HTMLDivElement>(null)
  const { data: state } = useQuery({
    queryKey: ['telegram-state'],
    queryFn: () => send(calls.identities.state),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: RENEW_MS,
    refetchOnWindowFocus: false,
  })

  useEffect(() => {
    if (!state) return
    const script = document.createElement('script')
    script.src = SCRIPT
    script.async = true
    Object.assign(script.dataset, {
      telegramLogin: telegram_bot_name,
      size: 'large',
      lang: i18n.language,
      authUrl: `${location.origin}/oauth/telegram/${state}`,
    })
    place.current?.replaceChildren(script)
  }, [state, telegram_bot_name, i18n.language])

  return <div ref={place} className={styles.telegram} />
}
