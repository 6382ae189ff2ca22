import DOMPurify from 'dompurify'
import { marked } from 'marked'
import styles from './rich-text.module.css'

/** An operator's Markdown or HTML, made harmless. */
export function RichText({ text }: { text: string }) {
  const html = DOMPurify.sanitize(marked.parse(text, { async: false, gfm: true }))
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the line above
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
}
