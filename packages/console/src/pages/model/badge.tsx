import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../components/code-block.tsx'
import { Panel } from '../../components/panel.tsx'
import { labelled } from '../../lib/join-words.ts'
import { useGatewayAddress } from '../../session/status.tsx'
import styles from './model.module.css'

const FEEDS = [
  ['RSS', '/feed.xml'],
  ['JSON', '/feed.json'],
] as const

/** The model's badge for pages elsewhere, as Markdown, and the feeds of incidents. */
export function Badge({ model }: { model: string }) {
  const { t } = useTranslation()
  const address = useGatewayAddress()
  const name = encodeURIComponent(model)
  // Brackets would end the text.
  const text = model.replace(/[[\]\\]/g, '\\$&')
  return (
    <Panel
      title={t('modelPage.badge.title')}
      hint={t('modelPage.badge.hint')}
      aside={
        <span>
          {t('modelPage.badge.feed')}:
          {FEEDS.map(([name, address], index) => (
            <Fragment key={name}>
              {index > 0 && ' ·'}{' '}
              <a className={styles.feed} href={address} aria-label={labelled(t('modelPage.badge.feed'), name)}>
                {name}
              </a>
            </Fragment>
          ))}
        </span>
      }
    >
      <img className={styles.badge} src={`/badge/${name}.svg`} alt={t('modelPage.badge.alt', { model })} />
      <CodeBlock
        what={t('modelPage.badge.markdown')}
        code={`[![${text}](${address}/badge/${name}.svg)](${address}/pricing/${name})`}
      />
    </Panel>
  )
}
