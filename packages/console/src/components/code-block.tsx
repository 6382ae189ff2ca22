import styles from './components.module.css'
import { CopyButton } from './copy-button.tsx'

interface CodeBlockProps {
  code: string
  what: string
  /** What is copied instead of what is shown. */
  copied?: string
}

/** Shows text to be copied. */
export function CodeBlock({ code, what, copied = code }: CodeBlockProps) {
  return (
    <div className={styles.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard */}
      <pre tabIndex={0}>{code}</pre>
      <CopyButton text={copied} shown={code} what={what} />
    </div>
  )
}
