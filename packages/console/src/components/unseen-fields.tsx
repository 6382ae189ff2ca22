import { Form, Input, InputNumber, Select, Space, Switch } from 'antd'
import useDrawerStyle from 'antd/es/drawer/style/index.js'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** One at a time, so that the browser answers in between. */
const FIELDS: ReactNode[] = [
  <DrawerStyle key="drawer" />,
  <Form.Item key="item" name="item" label="item" extra="item" rules={[{ required: true }]}>
    <Input />
  </Form.Item>,
  <Input key="count" showCount maxLength={1} />,
  <Input.Password key="password" />,
  <Select key="select" showSearch options={[]} />,
  <Select key="several" mode="multiple" options={[]} />,
  <InputNumber key="number" />,
  <Switch key="switch" />,
  <Space key="space" wrap>
    <Space.Compact>{''}</Space.Compact>
  </Space>,
]

/** Renders a form's fields outside of the document: compiles their code and adds their styles before the first form opens. */
export default function UnseenFields() {
  const [place] = useState(() => document.createElement('div'))
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count < FIELDS.length) return whenIdle(() => startTransition(() => setCount(count + 1)))
  }, [count])
  return createPortal(
    <Form component={false} layout="vertical">
      {FIELDS.slice(0, count)}
    </Form>,
    place,
  )
}

function DrawerStyle() {
  useDrawerStyle('ant-drawer')
  return null
}

/** Calls it in an idle moment; returns how to call that off. Safari cannot say when it is idle. */
function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const wait = setTimeout(act, 100)
    return () => clearTimeout(wait)
  }
  const wait = requestIdleCallback(act)
  return () => cancelIdleCallback(wait)
}
