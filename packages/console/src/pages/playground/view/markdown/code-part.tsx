import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../../components/copy-button.tsx'
import { highlight } from './highlight.ts'
import styles from './markdown.module.css'

/** A block of code, coloured if its language is known. */
export const CodePart = memo(({ code, language }: { code: string; language: string }) => {
  const { t } = useTranslation()
  const html = useMemo(() => highlight(code, language), [code, language])
  return (
    <div className={styles.code}>
      <div className={styles.codeBar}>
        <span>{language}</span>
        <CopyButton text={code} what={t('playground.copyCode')} />
      </div>
      {html === null ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard
        <pre tabIndex={0}>{code}</pre>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the highlighter escapes all of it
        <pre tabIndex={0} dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </div>
  )
})
