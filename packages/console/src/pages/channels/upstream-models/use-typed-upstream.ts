import { Form, type FormInstance } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useChannelTypes } from '../api.ts'
import type { ChannelValues } from '../channel-values.ts'
import { OTHER_NEEDED } from '../other-field.ts'
import type { Upstream } from './api.ts'

/** What has been typed so far decides which host gets the key, so these fields must be left first. */
const TYPED_FIELDS = ['key', 'base_url', 'other']
const PAUSE_MS = 800

/** The upstream in the form, once its key and whatever its type needs are typed; undefined until then. */
export function useTypedUpstream(form: FormInstance<ChannelValues>): Upstream | undefined {
  const typeId = Form.useWatch('type', form)
  const [key = '', address = '', other = ''] = [
    Form.useWatch('key', form),
    Form.useWatch('base_url', form),
    Form.useWatch('other', form),
  ]
  // A key that was typed for one type's own host goes to another's only on request.
  const typed = useRef({ key: '', type: typeId })
  if (typed.current.key !== key) typed.current = { key, type: typeId }
  const type = useChannelTypes().find(known => known.type === typeId)
  const isWhole =
    type !== undefined &&
    key.trim() !== '' &&
    (address !== '' || (type.base_url !== '' && typed.current.type === typeId)) &&
    !(type.other && OTHER_NEEDED.includes(type.other) && other.trim() === '')
  const [upstream, setUpstream] = useState<Upstream>()

  useEffect(() => {
    if (!isWhole || typeId === undefined) return setUpstream(undefined)
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      if (TYPED_FIELDS.includes(document.activeElement?.id ?? '')) return
      const { setting } = form.getFieldsValue(true) as ChannelValues
      const typed = { type: typeId, key, base_url: address, other, setting }
      setUpstream(before => (JSON.stringify(before) === JSON.stringify(typed) ? before : typed))
    }
    const askSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(ask, PAUSE_MS)
    }
    askSoon()
    document.addEventListener('focusout', askSoon)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusout', askSoon)
    }
  }, [form, isWhole, typeId, key, address, other])

  return isWhole ? upstream : undefined
}
