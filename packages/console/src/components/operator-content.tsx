import { lazy, Suspense, type SyntheticEvent } from 'react'
import { currentLanguage } from '../phrases/index.ts'
import styles from './operator-content.module.css'

const SanitisedHtml = lazy(() => import('./sanitised-html.tsx'))

/** What an operator wrote: Markdown, HTML, or the address of a page to embed. `title` names the frame. */
export function OperatorContent({ text, title }: { text: string; title: string }) {
  const address = text.trim()
  if (/^https?:\/\/\S+$/.test(address)) {
    return <iframe className={styles.frame} src={address} title={title} onLoad={tellLanguage} />
  }
  return (
    <Suspense>
      <SanitisedHtml text={text} />
    </Suspense>
  )
}

function tellLanguage(event: SyntheticEvent<HTMLIFrameElement>): void {
  event.currentTarget.contentWindow?.postMessage({ lang: currentLanguage() }, '*')
}
