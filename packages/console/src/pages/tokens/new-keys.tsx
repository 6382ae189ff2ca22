import type { Token } from '@tollgate/contract'
import { Button, Modal, Tabs } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CodeBlock } from '../../components/code-block.tsx'
import { firstCall, PROGRAMS } from '../../lib/first-calls.ts'
import { bestKnownModel } from '../../lib/known-models.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { paths } from '../../lib/paths.ts'
import { keyOf } from '../../lib/token-key.ts'
import { withPhrases } from '../../phrases/index.ts'
import { useModelsOfToken } from '../../session/my-models.ts'
import { useGatewayAddress } from '../../session/status.tsx'
import styles from './tokens.module.css'

const TryIt = lazyPart(() => withPhrases(['tryIt', 'log'], import('../first-steps/try-it/try-it.tsx')))

const FALLBACK_MODEL = 'gpt-4o-mini'

/** After tokens were created: their keys, the base URL and a first call ready to paste. */
export function NewKeys({ tokens, onClose }: { tokens: Token[]; onClose: () => void }) {
  const { t } = useTranslation()
  const address = useGatewayAddress()
  const [first] = tokens
  const models = useModelsOfToken(first)
  const [isTrying, setTrying] = useState(false)
  if (!first) return null

  const model = bestKnownModel(models ?? []) ?? FALLBACK_MODEL
  if (isTrying) return <TryIt tokenId={first.id} onClose={onClose} />

  return (
    <Modal
      open
      width={720}
      title={t('tokens.created.title', { count: tokens.length })}
      onCancel={onClose}
      footer={
        <div className={styles.next}>
          <Link to={`${paths.connect}?token=${first.id}`}>{t('layout.pages.connect')}</Link>
          <Button onClick={() => setTrying(true)}>{t('tryIt.do')}</Button>
          <Button type="primary" onClick={onClose}>
            {t('tokens.created.done')}
          </Button>
        </div>
      }
    >
      <h2 className={styles.label}>{t('tokens.created.keys', { count: tokens.length })}</h2>
      <CodeBlock isSensitive code={tokens.map(keyOf).join('\n')} what={t('tokens.columns.key')} />
      <h2 className={styles.label}>{t('tokens.created.baseUrl')}</h2>
      <CodeBlock code={`${address}/v1`} what={t('tokens.created.baseUrl')} />
      <h2 className={styles.label}>{t('tokens.created.firstCall')}</h2>
      <Tabs
        size="small"
        items={PROGRAMS.map(program => ({
          key: program,
          label: program,
          children: (
            <CodeBlock
              isSensitive
              code={firstCall('OpenAI Chat', program, { address, key: keyOf(first), model })}
              what={program}
            />
          ),
        }))}
      />
    </Modal>
  )
}
