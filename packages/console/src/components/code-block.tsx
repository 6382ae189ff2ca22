import styles from './components.module.css'
import { CopyButton } from './copy-button.tsx'
import { Sensitive, useMask } from './sensitive.tsx'

interface CodeBlockProps {
  code: string
  what: string
  /** Copied instead of the shown text. */
  copied?: string
  /** Masked where sensitive values are; copying works all the same. */
  isSensitive?: boolean
}

/** Shows text to copy. */
export function CodeBlock({ code, what, copied = code, isSensitive = false }: CodeBlockProps) {
  const mask = useMask()
  return (
    <div className={styles.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard */}
      <pre tabIndex={0}>{isSensitive ? <Sensitive>{code}</Sensitive> : code}</pre>
      <CopyButton text={copied} shown={isSensitive ? mask(code) : code} what={what} />
    </div>
  )
}
