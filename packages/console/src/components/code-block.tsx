import styles from './components.module.css'
import { CopyButton } from './copy-button.tsx'

interface CodeBlockProps {
  code: string
  what: string
  /** Copied instead of the shown text. */
  copied?: string
}

/** Shows text to copy. */
export function CodeBlock({ code, what, copied = code }: CodeBlockProps) {
  return (
    <div className={styles.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard */}
      <pre tabIndex={0}>{code}</pre>
      <CopyButton text={copied} shown={code} what={what} />
    </div>
  )
}
