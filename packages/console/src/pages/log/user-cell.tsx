import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PressedPopover } from '../../components/pressed-popover.tsx'
import { useMask } from '../../components/sensitive.tsx'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { places } from '../../lib/places.ts'
import type { LogRow } from './api.ts'
import styles from './log.module.css'

const AboutUser = lazyPart(() => import('./about-user.tsx'))

/** The row's user; a click shows their account. For administrators. */
export function UserCell({ row }: { row: LogRow }) {
  const { t } = useTranslation()
  const mask = useMask()
  const name = mask(row.username)
  if (row.user_id === 0) return name
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: keeps the press from opening the row
    <span onClick={event => event.stopPropagation()}>
      <PressedPopover destroyOnHidden content={<AboutUser row={row} />}>
        <Link
          // the id names nobody
          to={places.user(name === row.username ? name : String(row.user_id))}
          className={styles.user}
          aria-haspopup="dialog"
          aria-label={t('log.user.about', { name })}
          onClick={stayUnlessAsked}
        >
          {name}
        </Link>
      </PressedPopover>
    </span>
  )
}

/** A plain click shows the account here; with a modifier key, or the middle button, the browser opens its page. */
function stayUnlessAsked(event: MouseEvent): void {
  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) event.preventDefault()
}
