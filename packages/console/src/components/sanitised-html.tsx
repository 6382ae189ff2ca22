import DOMPurify from 'dompurify'
import { marked, type Token } from 'marked'
import styles from './operator-content.module.css'

interface SanitisedHtmlProps {
  text: string
  /** Shown below the page's title: its own headings begin one level lower. */
  isTitled?: boolean
}

/** Markdown or HTML, sanitised. Loaded only if an operator wrote some. */
export default function SanitisedHtml({ text, isTitled = false }: SanitisedHtmlProps) {
  const tokens = marked.lexer(text, { gfm: true })
  const isTitle = (token: Token) => token.type === 'heading' && token.depth === 1
  if (isTitled && tokens.some(isTitle)) for (const token of tokens) if (token.type === 'heading') token.depth++
  const html = DOMPurify.sanitize(marked.parser(tokens))
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the line above
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
}
