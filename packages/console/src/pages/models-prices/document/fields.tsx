import { Button, Checkbox, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../../components/form-section.tsx'
import styles from '../models-prices.module.css'
import { documentsIn, memberOf, type Written, withMember } from './entry.ts'
import { LIST_NAMES, LISTS, NUMBERS, TOKEN_KINDS, TOOL_COLUMNS } from './members.ts'
import { NumberInput, Rows } from './rows.tsx'

interface FieldsProps {
  id?: string
  /** The entry's JSON. */
  value?: string
  onChange?: (text: string) => void
}

/** A price document as fields, with its JSON behind a click: both write the same text. `id`, `value` and `onChange` come from the form item. */
export function DocumentFields({ id, value = '', onChange = () => undefined }: FieldsProps) {
  const { t } = useTranslation()
  const documents = documentsIn(value)
  const [asksJson, setAsksJson] = useState(false)
  const [chosen, setChosen] = useState(() => (documents?.length ?? 1) - 1)
  // What the fields cannot show is written as JSON.
  const showsJson = asksJson || documents === null
  const index = Math.min(chosen, (documents?.length ?? 1) - 1)
  return (
    <>
      {documents && documents.length > 1 && (
        <Select
          aria-label={t('modelsPrices.document.which')}
          className={styles.wide}
          value={index}
          onChange={setChosen}
          options={documents.map(({ from }, at) => ({
            value: at,
            label: t('modelsPrices.document.from', { day: typeof from === 'string' ? from : '–' }),
          }))}
        />
      )}
      <Button size="small" aria-expanded={showsJson} onClick={() => setAsksJson(!asksJson)}>
        {t('modelsPrices.document.json')}
      </Button>
      {showsJson && (
        <Input.TextArea
          id={id}
          aria-label={t('modelsPrices.document.json')}
          className="code"
          spellCheck={false}
          autoSize={{ minRows: 6, maxRows: 24 }}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {documents && (
        <Members
          document={documents[index] ?? {}}
          onSet={(path, member) => onChange(withMember(value, index, path, member))}
        />
      )}
    </>
  )
}

interface MembersProps {
  document: Written
  onSet: (path: readonly string[], value: unknown) => void
}

function Members({ document, onSet }: MembersProps) {
  const { t } = useTranslation()
  const rowsOf = (name: string) => {
    const rows = memberOf(document, [name])
    return Array.isArray(rows) ? (rows as Written[]) : []
  }
  const tools = Object.entries((memberOf(document, ['tools']) ?? {}) as Written)
  const isMarginal = memberOf(document, ['marginal']) === true
  return (
    <>
      <FormSection title={t('modelsPrices.document.tokens')}>
        <div className={styles.row}>
          {TOKEN_KINDS.map(kind => (
            <NumberField key={kind} name={kind} path={['tokens', kind]} document={document} onSet={onSet} />
          ))}
        </div>
      </FormSection>
      {LIST_NAMES.map(name => (
        <FormSection
          key={name}
          title={t(`modelsPrices.document.lists.${name}.title`)}
          hint={t(`modelsPrices.document.lists.${name}.hint`)}
        >
          <Rows
            title={t(`modelsPrices.document.lists.${name}.title`)}
            add={t(`modelsPrices.document.lists.${name}.add`)}
            columns={LISTS[name].columns}
            rows={rowsOf(name)}
            added={LISTS[name].added}
            onChange={rows => onSet([name], rows)}
          />
          {name === 'tiers' && rowsOf('tiers').length > 0 && (
            <Checkbox
              checked={isMarginal}
              onChange={({ target }) => onSet(['marginal'], target.checked ? true : undefined)}
            >
              {t('modelsPrices.document.marginal')}
            </Checkbox>
          )}
        </FormSection>
      ))}
      <FormSection
        title={t('modelsPrices.document.lists.tools.title')}
        hint={t('modelsPrices.document.lists.tools.hint')}
      >
        <Rows
          title={t('modelsPrices.document.lists.tools.title')}
          add={t('modelsPrices.document.lists.tools.add')}
          columns={TOOL_COLUMNS}
          rows={tools.map(([tool, price]) => ({ tool, price }))}
          added={{ tool: '' }}
          onChange={rows => onSet(['tools'], toolsOf(rows))}
        />
      </FormSection>
      <FormSection title={t('modelsPrices.document.others')}>
        <div className={styles.row}>
          {NUMBERS.map(name => (
            <NumberField key={name} name={name} path={[name]} document={document} onSet={onSet} />
          ))}
        </div>
      </FormSection>
    </>
  )
}

/** A row without a number is kept as one: the check names it. */
const toolsOf = (rows: readonly Written[]): Written =>
  Object.fromEntries(rows.map(({ tool = '', price = null }) => [String(tool), price]))

interface NumberFieldProps extends MembersProps {
  name: (typeof TOKEN_KINDS)[number] | (typeof NUMBERS)[number]
  path: readonly string[]
}

function NumberField({ name, path, document, onSet }: NumberFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className={styles.cell}>
      <label htmlFor={id}>{t(`modelsPrices.document.members.${name}`)}</label>
      <NumberInput
        id={id}
        isDollars={name !== 'batch'}
        value={memberOf(document, path)}
        onChange={value => onSet(path, value)}
      />
    </div>
  )
}
