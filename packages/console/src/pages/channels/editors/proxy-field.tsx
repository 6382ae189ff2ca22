import { readProxy } from '@tollgate/contract'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Beside } from '../../../components/example/beside.tsx'
import { Outcome } from '../../../components/example/outcome.tsx'
import { useChannelTypes } from '../api.ts'
import type { ChannelValues } from '../channel-values.ts'
import { useSetting } from './use-setting.ts'

/** The proxy of a channel, a member of its `setting`, with the way of a call beside it. */
export function ProxyField() {
  const { t } = useTranslation()
  const { setting, textOf, write } = useSetting()
  const [isTyping, setTyping] = useState(false)
  const address = textOf('proxy')
  const isInvalid = address.trim() !== '' && !readProxy(address)
  const problem = isInvalid && !isTyping && t('channelEditors.setting.proxy.invalid')
  return (
    <Form.Item
      label={t('channelEditors.setting.proxy.label')}
      extra={t('channelEditors.setting.proxy.hint')}
      htmlFor="setting-proxy"
      {...(problem && { validateStatus: 'error', help: problem })}
    >
      <Beside label={t('channelEditors.setting.proxy.label')} outcome={!isInvalid && <Way address={address} />}>
        <Input
          id="setting-proxy"
          disabled={!setting}
          inputMode="url"
          autoComplete="off"
          placeholder="socks5://user:password@10.0.0.5:1080"
          aria-invalid={Boolean(problem)}
          value={address}
          onFocus={() => setTyping(true)}
          onBlur={() => setTyping(false)}
          onChange={({ target }) => write('proxy', target.value.trim() || undefined)}
        />
      </Beside>
    </Form.Item>
  )
}

/** Where a call of the channel goes. */
function Way({ address }: { address: string }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance<ChannelValues>()
  const base = Form.useWatch('base_url', form)
  const type = Form.useWatch('type', form)
  const usual = useChannelTypes().find(known => known.type === type)?.base_url
  const upstream = URL.parse(base || usual || '')?.host ?? t('channelEditors.setting.proxy.upstream')
  const proxy = readProxy(address)
  if (!proxy) return <Outcome parts={[{ label: t('channelEditors.setting.proxy.direct'), lines: [upstream] }]} />
  const { protocol, host, user, looksUp } = proxy
  const lookUp = t(looksUp ? 'channelEditors.setting.proxy.looksUp' : 'channelEditors.setting.proxy.gatewayLooksUp')
  return (
    <Outcome
      parts={[
        {
          label: t('channelEditors.setting.proxy.goesTo'),
          lines: [`${protocol}//${user && `${user}:••••@`}${host}`],
        },
        { label: t('channelEditors.setting.proxy.thenTo'), lines: [upstream], sentences: [lookUp] },
      ]}
    />
  )
}
