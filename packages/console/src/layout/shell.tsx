import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useMatches } from 'react-router'
import type { Page } from '../pages.tsx'
import { StatusGuard } from '../session/status-guard.tsx'
import { useFreshUser, useUser } from '../session/user.ts'
import { Footer } from './footer.tsx'
import styles from './layout.module.css'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'

/** What surrounds every page. */
export function Shell() {
  return (
    <StatusGuard>
      <Frame />
    </StatusGuard>
  )
}

function Frame() {
  const { t } = useTranslation()
  const user = useUser()
  const page = useCurrentPage()
  const main = useRef<HTMLElement>(null)
  useFreshUser()
  const withSideMenu = user !== null && !page?.wide
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        {t('layout.skipToContent')}
      </button>
      <TopBar />
      <div className={styles.body}>
        {withSideMenu && <SideMenu />}
        <div className={styles.column}>
          <main id="main" ref={main} tabIndex={-1} className={page?.wide ? styles.wideMain : styles.main}>
            <Outlet />
          </main>
          <Footer />
        </div>
      </div>
    </div>
  )
}

function useCurrentPage(): Page | undefined {
  // Every route below the shell carries its line of the page table as `handle`.
  return useMatches().at(-1)?.handle as Page | undefined
}
