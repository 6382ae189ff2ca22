import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LentNavigation } from '../lib/go-to.ts'
import { StatusGuard } from '../session/status-guard.tsx'
import { useFreshUser } from '../session/user.ts'
import { Footer } from './footer.tsx'
import styles from './layout.module.css'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'

interface ShellProps {
  /** Without the side menu. */
  wide?: boolean
  children: ReactNode
}

/** The frame around every page, once the site's status is known. */
export function Shell(props: ShellProps) {
  return (
    <StatusGuard>
      <Frame {...props} />
    </StatusGuard>
  )
}

function Frame({ wide, children }: ShellProps) {
  const { t } = useTranslation()
  const main = useRef<HTMLElement>(null)
  useFreshUser()
  return (
    <div className={styles.shell}>
      <LentNavigation />
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        {t('layout.skipToContent')}
      </button>
      <TopBar />
      <div className={styles.body}>
        {!wide && <SideMenu />}
        <div className={styles.column}>
          <main id="main" ref={main} tabIndex={-1} className={wide ? styles.wideMain : styles.main}>
            {children}
          </main>
          <Footer />
        </div>
      </div>
    </div>
  )
}
