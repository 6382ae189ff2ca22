import { Button, Checkbox, Form } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelValues } from '../channel-values.ts'
import styles from '../channels.module.css'
import { type Upstream, useUpstreamModels } from './api.ts'
import { familiesOf } from './families.ts'
import { useTypedUpstream } from './use-typed-upstream.ts'

/**
 * Asks the upstream of a new channel for its models as soon as the key is typed, and takes all of them. One press leaves out a family
 * or takes it back.
 */
export function OfferedModels() {
  const form = Form.useFormInstance<ChannelValues>()
  const upstream = useTypedUpstream(form)
  const takenUnasked = useRef<readonly string[]>([])
  const takeAll = (models: string[]) => {
    const chosen: string[] = form.getFieldValue('models') ?? []
    // The operator's own choice stays.
    if (chosen.length > 0 && chosen.join() !== takenUnasked.current.join()) return
    takenUnasked.current = models
    form.setFieldValue('models', models)
  }
  return (
    <div className={styles.offered}>
      {upstream && <AskedUpstream key={JSON.stringify(upstream)} upstream={upstream} onOffer={takeAll} />}
    </div>
  )
}

function AskedUpstream({ upstream, onOffer }: { upstream: Upstream; onOffer: (models: string[]) => void }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance<ChannelValues>()
  const chosen = new Set(Form.useWatch('models', form) ?? [])
  const { data, error, isFetching, refetch } = useUpstreamModels(upstream)
  const offered = isFetching ? undefined : data

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (offered && offered.length > 0) onOffer(offered)
  }, [offered])

  if (isFetching) return <span role="status">{t('channelTools.models.fetching')}</span>
  if (error)
    return (
      <span role="status">
        {error.message}{' '}
        <Button type="link" size="small" onClick={() => refetch()}>
          {t('session.retry')}
        </Button>
      </span>
    )
  if (!offered?.length) return <span role="status">{t('channelTools.models.offersNone')}</span>
  const take = (models: string[], isTaken: boolean) =>
    form.setFieldValue('models', [...(isTaken ? chosen.union(new Set(models)) : chosen.difference(new Set(models)))])
  return (
    <fieldset>
      <legend>{t('channelTools.models.offers', { count: offered.length })}</legend>
      {familiesOf(offered).map(({ name, models }) => {
        const taken = models.filter(model => chosen.has(model)).length
        return (
          <Checkbox
            key={name}
            checked={taken === models.length}
            indeterminate={taken > 0 && taken < models.length}
            onChange={event => take(models, event.target.checked)}
          >
            {name} <span className={styles.quiet}>{models.length}</span>
          </Checkbox>
        )
      })}
    </fieldset>
  )
}
