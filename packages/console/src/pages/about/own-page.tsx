import { useQuery } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import SanitisedHtml from '../../components/sanitised-html.tsx'
import { send } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { paths } from '../../lib/paths.ts'
import { useStatus } from '../../session/status.tsx'
import { useUser } from '../../session/user.ts'
import styles from './about.module.css'
import { LoadedPage } from './loaded-page.tsx'

/** A page that the operator has written. */
export default function OwnPage() {
  const { t } = useTranslation()
  const { system_name } = useStatus()
  const { slug = '' } = useParams()
  const user = useUser()
  const page = useQuery({
    // Signing in may show another page.
    queryKey: ['own page', slug, user?.id],
    queryFn: () => send(calls.status.page, { params: { slug } }),
  })
  const title = page.data?.title
  useEffect(() => {
    if (title) document.title = `${title} · ${system_name}`
  }, [title, system_name])
  const isMissing = page.error instanceof CallError && page.error.code === 'page_not_found'
  const elsewhere = <Link to={user ? paths.home : paths.login}>{t(user ? 'layout.pages.home' : 'layout.signIn')}</Link>

  return (
    <LoadedPage
      query={page}
      failed={t(isMissing ? 'layout.pages.notFound' : 'about.rulesFailed')}
      action={isMissing && elsewhere}
    >
      {({ title, content }) => (
        <>
          <h1 className={styles.title}>{title}</h1>
          <SanitisedHtml text={content} isTitled />
        </>
      )}
    </LoadedPage>
  )
}
