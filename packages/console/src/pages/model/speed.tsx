import type { ModelPage } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../components/panel.tsx'
import { formatDuration, formatNumber } from '../../lib/format.ts'
import styles from './model.module.css'

const duration = (ms: number | undefined) => (ms === undefined ? '–' : formatDuration(ms / 1000))

/** How fast it answers in each of the viewer's groups. */
export function Speed({ speed }: { speed: NonNullable<ModelPage['speed']> }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('modelPage.speed.title')} hint={t('modelPage.speed.hint')}>
      {speed.length === 0 ? (
        <p className={styles.share}>{t('modelPage.speed.few')}</p>
      ) : (
        <table className={styles.speed}>
          <thead>
            <tr>
              <th scope="col">{t('modelPage.speed.group')}</th>
              <th scope="col">{t('modelPage.speed.half')}</th>
              <th scope="col">{t('modelPage.speed.most')}</th>
              <th scope="col">{t('modelPage.speed.rate')}</th>
            </tr>
          </thead>
          <tbody>
            {speed.map(({ group, first_token, tokens_per_second }) => (
              <tr key={group}>
                <th scope="row" translate="no">
                  {group}
                </th>
                <td>{duration(first_token?.p50)}</td>
                <td>{duration(first_token?.p95)}</td>
                <td>{tokens_per_second === null ? '–' : formatNumber(tokens_per_second)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
