import styles from './components.module.css'
import { CopyButton } from './copy-button.tsx'

/** Shows text to be copied as it is. */
export function CodeBlock({ code, what }: { code: string; what: string }) {
  return (
    <div className={styles.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard */}
      <pre tabIndex={0}>{code}</pre>
      <CopyButton text={code} what={what} />
    </div>
  )
}
