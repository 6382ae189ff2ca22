import { isPageAddress } from '@tollgate/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useThemeMode } from '../layout/theme-mode.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { currentLanguage } from '../phrases/index.ts'
import styles from './operator-content.module.css'

const SanitisedHtml = lazyPart(() => import('./sanitised-html.tsx'))

/** An operator's text: Markdown, HTML, or the address of a page to embed. `title` names the frame. */
export function OperatorContent({ text, title }: { text: string; title: string }) {
  if (isPageAddress(text)) return <EmbeddedPage address={text.trim()} title={title} />
  return <SanitisedHtml text={text} />
}

/** Sends `{lang}` and `{themeMode}` to the embedded page by `postMessage`, when it has loaded and when they change. */
function EmbeddedPage({ address, title }: { address: string; title: string }) {
  // Re-renders when the language changes.
  useTranslation()
  const frame = useRef<HTMLIFrameElement>(null)
  const [themeMode] = useThemeMode()
  const lang = currentLanguage()
  const tell = () => {
    // Two messages, because pages written for consoles of this family expect each separately.
    for (const news of [{ lang }, { themeMode }]) frame.current?.contentWindow?.postMessage(news, '*')
  }
  useEffect(tell, [lang, themeMode])
  return <iframe ref={frame} className={styles.frame} src={address} title={title} onLoad={tell} />
}
