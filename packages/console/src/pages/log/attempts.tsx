import type { AttemptNote } from '@tollgate/contract'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { ChannelLink } from '../../components/links/index.tsx'
import { formatDuration, formatNumber } from '../../lib/format.ts'
import type { LogRow } from './api.ts'
import styles from './log.module.css'
import { Reason } from './reason.tsx'

/** Older rows store failures with the routing, as codes. */
type OlderRouting = { failed?: AttemptNote[] } | undefined

/** The attempts of a row; imported rows may differ. */
function attemptsOf({ details }: LogRow): AttemptNote[] {
  const { attempts, routing } = details.admin_info ?? {}
  const noted = Array.isArray(attempts)
    ? attempts
    : (routing as OlderRouting)?.failed?.map(failed => ({ ...failed, reason: failed.code ?? '' }))
  return (noted ?? []).filter(one => typeof one?.channel === 'number')
}

/** Each attempt of the call: the upstream's answer and model, and how fast it was. For administrators. */
export function Attempts({ row }: { row: LogRow }) {
  const { t } = useTranslation()
  const attempts = attemptsOf(row)
  if (attempts.length === 0) return null
  const columns = ['channel', 'status', 'time', 'model', 'requestId', 'reason'] as const
  return (
    <div className={styles.receipt}>
      <table className={styles.attempts}>
        <caption>{t('log.attempts.title')}</caption>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column} scope="col">
                {t(`log.attempts.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {attempts.map(({ channel, key, status, ms, ...said }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a channel may be tried twice, and rows never move
            <tr key={place}>
              <th scope="row">
                <ChannelLink id={channel}>{key ? `${channel} · ${key}` : channel}</ChannelLink>
              </th>
              <td>
                {status > 0 ? (
                  <Tag color={status < 400 ? 'success' : 'error'}>{status}</Tag>
                ) : (
                  t('log.attempts.noAnswer')
                )}
              </td>
              <td>{formatDuration(Number(ms) / 1000)}</td>
              <td title={said.fingerprint}>{said.served_model}</td>
              <td>{said.upstream_request_id && <code>{said.upstream_request_id}</code>}</td>
              <td>
                <Reason reason={said.reason} />
                {said.prompt_tokens !== undefined && (
                  <div>{t('log.attempts.mayBill', { tokens: formatNumber(said.prompt_tokens) })}</div>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
