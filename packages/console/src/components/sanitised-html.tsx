import DOMPurify from 'dompurify'
import { marked } from 'marked'
import styles from './operator-content.module.css'

/** Markdown or HTML, sanitised. Loaded only if an operator wrote some. */
export default function SanitisedHtml({ text }: { text: string }) {
  const html = DOMPurify.sanitize(marked.parse(text, { async: false, gfm: true }))
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the line above
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
}
