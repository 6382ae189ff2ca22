import { type Control, optionLines } from '@tollgate/contract'
import { Input, Select, Switch } from 'antd'
import type { ComponentType } from 'react'
import { QuotaFields } from '../../components/quota-input.tsx'
import type { ControlProps } from './control-props.ts'
import { DomainListControl } from './domain-list-control.tsx'
import { JsonControl } from './json-control.tsx'
import { SecretControl } from './secret-control.tsx'

/** The component that edits each kind of option. */
export const controls: Record<Control, ComponentType<ControlProps>> = {
  text: ({ text, onWrite, input }) => <Input {...input} value={text} onChange={event => onWrite(event.target.value)} />,

  number: ({ optionKey, words, text, onWrite, input }) =>
    optionLines[optionKey].isQuota ? (
      <QuotaFields {...input} value={Number(text)} onChange={quota => onWrite(String(quota))} />
    ) : (
      <Input
        {...input}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={event => onWrite(event.target.value)}
        suffix={words.unit}
      />
    ),

  switch: ({ text, onWrite, input: { status, ...input } }) => (
    <Switch {...input} checked={text === 'true'} onChange={isOn => onWrite(String(isOn))} />
  ),

  select: ({ optionKey, words, text, onWrite, input }) => (
    <Select
      {...input}
      value={text}
      onChange={onWrite}
      options={optionLines[optionKey].choices?.map(value => ({ value, label: words.choices?.[value] ?? value }))}
    />
  ),

  list: DomainListControl,

  lines: ({ text, onWrite, input }) => (
    <Input.TextArea
      {...input}
      autoSize={{ minRows: 4, maxRows: 16 }}
      value={text}
      onChange={event => onWrite(event.target.value)}
    />
  ),

  'long-text': ({ text, onWrite, input }) => (
    <Input.TextArea
      {...input}
      className="code"
      autoSize={{ minRows: 3, maxRows: 16 }}
      value={text}
      onChange={event => onWrite(event.target.value)}
    />
  ),

  json: JsonControl,

  secret: SecretControl,
}

/** These take the full width, below their labels. */
export const wideControls: ReadonlySet<Control> = new Set(['json', 'lines', 'long-text', 'list'])
