import { ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type AffinityRule, isNamedSource, KEY_SOURCES, MOST_AFFINITY_RULES } from '@tollgate/contract'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import entries from '../../../components/entry-table/entry-table.module.css'
import { JsonInput } from '../../../components/json-field.tsx'
import { labelled } from '../../../lib/join-words.ts'
import type { ControlProps } from '../control-props.ts'
import { examples } from '../examples.ts'
import styles from './affinity.module.css'
import { ExampleCall } from './example-call.tsx'
import { NEW_RULE, problemOf, readRules, withSource, writeRules } from './rules.ts'

const PATTERNS = ['models', 'path', 'client'] as const

/** Rules in the order in which they are tried, with an example call beside them, or as text with numbered lines. */
export function RulesTable({ optionKey, text, onWrite, words, input }: ControlProps) {
  const { t } = useTranslation()
  const [isText, setText] = useState(false)
  const rules = readRules(text)
  const { disabled, onBlur } = input
  const write = (rules: readonly AffinityRule[]) => onWrite(writeRules(rules))
  const change = (index: number, rule: AffinityRule) => rules && write(rules.with(index, rule))
  const showsText = isText || !rules

  return (
    <>
      {showsText ? (
        <JsonInput {...input} numbered rows={6} example={examples[optionKey]} value={text} onChange={onWrite} />
      ) : (
        <div className={styles.beside}>
          <div>
            <ol className={styles.rules} aria-label={words.label}>
              {rules.map((rule, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place
                <li key={index}>
                  <div className={styles.rule}>
                    {PATTERNS.map(name => (
                      <Input
                        key={name}
                        size="small"
                        disabled={disabled}
                        aria-label={labelled(t(`settings.affinity.${name}`), index + 1)}
                        placeholder={t(`settings.affinity.${name}`)}
                        value={rule[name]}
                        onBlur={onBlur}
                        onChange={({ target }) => change(index, { ...rule, [name]: target.value })}
                      />
                    ))}
                    <Select
                      size="small"
                      disabled={disabled}
                      aria-label={labelled(t('settings.affinity.from'), index + 1)}
                      popupMatchSelectWidth={false}
                      value={rule.from}
                      onBlur={onBlur}
                      onChange={from => change(index, withSource(rule, from))}
                      options={KEY_SOURCES.map(value => ({ value, label: t(`settings.affinity.sources.${value}`) }))}
                    />
                    {isNamedSource(rule.from) && (
                      <Input
                        size="small"
                        disabled={disabled}
                        aria-label={labelled(t('settings.affinity.key'), index + 1)}
                        placeholder={rule.from === 'body' ? 'metadata.user_id' : 'x-session-id'}
                        status={problemOf(rules, index) ? 'error' : ''}
                        value={rule.key}
                        onBlur={onBlur}
                        onChange={({ target }) => change(index, { ...rule, key: target.value })}
                      />
                    )}
                  </div>
                  <Button
                    type="text"
                    size="small"
                    disabled={disabled || index === 0}
                    icon={<ArrowUpOutlined />}
                    aria-label={t('settings.affinity.up', { place: index + 1 })}
                    onClick={() => write(rules.toSpliced(index, 1).toSpliced(index - 1, 0, rule))}
                  />
                  <Button
                    type="text"
                    size="small"
                    disabled={disabled}
                    icon={<DeleteOutlined />}
                    aria-label={t('settings.affinity.remove', { place: index + 1 })}
                    onClick={() => write(rules.toSpliced(index, 1))}
                  />
                  <Problem rules={rules} index={index} />
                </li>
              ))}
            </ol>
            {rules.length === 0 && <p className={entries.broken}>{t('settings.affinity.none')}</p>}
            <Button
              type="link"
              size="small"
              disabled={disabled || rules.length >= MOST_AFFINITY_RULES}
              icon={<PlusOutlined />}
              onClick={() => write([...rules, NEW_RULE])}
            >
              {t('settings.affinity.add')}
            </Button>
          </div>
          <ExampleCall rules={rules} />
        </div>
      )}
      <Button type="link" size="small" disabled={!rules} onClick={() => setText(!isText)}>
        {t(showsText ? 'settings.affinity.asTable' : 'settings.affinity.asJson')}
      </Button>
    </>
  )
}

function Problem({ rules, index }: { rules: readonly AffinityRule[]; index: number }) {
  const { t } = useTranslation()
  const problem = problemOf(rules, index)
  if (!problem) return null
  return (
    <p className={entries.problem} data-error={problem !== 'unreached'}>
      {t(`settings.affinity.problem.${problem}`)}
    </p>
  )
}
