import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { LIMITS } from '../../conversation/limits.ts'
import { CodePart } from './code-part.tsx'
import styles from './markdown.module.css'
import { blocksOf, renderBlock } from './render.ts'

/** A model's text as Markdown: formatted, sanitised, never executed. */
export function Markdown({ text }: { text: string }) {
  const { t } = useTranslation()
  const isTooLong = text.length > LIMITS.renderedText
  const blocks = useMemo(() => (isTooLong ? [] : blocksOf(text)), [text, isTooLong])
  if (isTooLong)
    return (
      <>
        <p className={styles.note}>{t('playground.message.tooLong')}</p>
        <pre className={styles.plain}>{text}</pre>
      </>
    )
  return (
    <div className={styles.markdown}>
      {blocks.map((block, at) =>
        block.kind === 'code' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
          <CodePart key={at} code={block.code} language={block.language} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <HtmlBlock key={at} raw={block.raw} />
        ),
      )}
    </div>
  )
}

const HtmlBlock = memo(({ raw }: { raw: string }) => {
  const html = useMemo(() => renderBlock(raw), [raw])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: through an allow-list, see render.ts
  return <div dangerouslySetInnerHTML={{ __html: html }} />
})
