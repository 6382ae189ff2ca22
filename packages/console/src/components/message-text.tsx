import DOMPurify from 'dompurify'
import { Marked } from 'marked'
import styles from './operator-content.module.css'

const SHOWN = 'p br strong em del a ul ol li blockquote pre code h1 h2 h3 h4 hr table thead tbody tr th td'.split(' ')

/** HTML is shown as it is written. */
const markdown = new Marked({ gfm: true, renderer: { html: ({ text }) => escaped(text) } })

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** Markdown without HTML, pictures and forms: its author may write to people who do not know them. */
export default function MessageText({ text }: { text: string }) {
  const html = DOMPurify.sanitize(markdown.parse(text, { async: false }), {
    ALLOWED_TAGS: SHOWN,
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:|\/(?!\/))/i,
  })
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the lines above
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
}
