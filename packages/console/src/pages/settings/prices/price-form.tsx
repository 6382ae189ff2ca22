import { Form, type FormInstance, Input } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../../components/form-drawer.tsx'
import { FormSection } from '../../../components/form-section.tsx'
import styles from '../settings.module.css'
import type { PriceRow } from './price-rows.ts'
import type { OwnPrice } from './price-tables.ts'
import {
  afterTyping,
  emptyPrice,
  isNumberOrEmpty,
  type PriceValues,
  priceOfValues,
  readNumber,
  type TokenPart,
  valuesOfPrice,
} from './price-values.ts'

const TOKEN_PARTS: readonly (readonly [ratio: TokenPart, dollars: TokenPart])[] = [
  ['ratio', 'tokenPrice'],
  ['completionRatio', 'completionTokenPrice'],
  ['cacheRatio', 'cachedTokenPrice'],
]

interface PriceFormProps {
  /** The model to price; absent: the form asks for its name. */
  row: Pick<PriceRow, 'id' | 'own' | 'standard'> | undefined
  /** Models that already have a price, the operator's or the built-in list's. */
  taken: string[]
  onSave: (model: string, price: OwnPrice) => void | Promise<void>
  onClose: () => void
  /** Shown below the fields, for the price typed so far. */
  preview?: (price: OwnPrice) => ReactNode
  /** What saving does; absent: the price is applied to the page’s drafts. */
  saveLabel?: string
}

/** A price per call, or ratios, which can also be typed as dollars per million tokens. */
export function PriceForm({ row, taken, onSave, onClose, preview, saveLabel }: PriceFormProps) {
  const { t } = useTranslation()
  const [form] = Form.useForm<PriceValues>()
  const byCall = (Form.useWatch('price', form) ?? '').trim() !== ''
  const standard = valuesOfPrice('', row?.standard ?? {})

  const refuse = (wrong: boolean, message: string) => {
    if (wrong) throw new Error(message)
  }
  const checkNumber = (text: string) => refuse(!isNumberOrEmpty(text), t('prices.mistakes.enterNumber'))
  const checkNotZero = (text: string) => refuse(readNumber(text) === 0, t('prices.mistakes.priceZero'))
  const checkInputPrice = (text: string) => {
    if (readNumber(form.getFieldValue('ratio')) !== 0) checkNotZero(text)
  }
  const checkName = (name: string) => {
    refuse(name.trim() === '', t('prices.mistakes.enterName'))
    refuse(taken.includes(name.trim()), t('prices.mistakes.nameTaken'))
  }
  const rule = (...checks: ((text: string) => void)[]) => [
    {
      validator: async (_: unknown, text: string) => {
        for (const check of checks) check(text)
      },
    },
  ]
  const ruleOf = (part: TokenPart) => {
    if (byCall) return []
    return part === 'tokenPrice' ? rule(checkNumber, checkInputPrice) : rule(checkNumber)
  }

  const save = async (values: PriceValues) => {
    const price = priceOfValues(values)
    if (Object.keys(price).length === 0) {
      form.setFields([{ name: 'price', errors: [t('prices.mistakes.enterValue')] }])
      return false
    }
    await onSave(row?.id ?? values.model.trim(), price)
    return true
  }

  return (
    <FormDrawer
      title={row ? t('prices.form.change', { model: row.id }) : t('prices.form.add')}
      form={form}
      draft={`price-${row?.id ?? 'new'}`}
      initial={valuesOfPrice(row?.id ?? '', row?.own ?? {})}
      onSubmit={save}
      onClose={onClose}
      submitLabel={saveLabel ?? t('prices.form.apply')}
    >
      {!row && (
        <Form.Item name="model" label={t('prices.columns.model')} rules={rule(checkName)}>
          <Input autoFocus autoComplete="off" spellCheck={false} />
        </Form.Item>
      )}
      <FormSection title={t('prices.form.byCall')} hint={t('prices.form.byCallHint')}>
        <Form.Item
          name="price"
          label={t('prices.form.price')}
          validateTrigger="onBlur"
          rules={rule(checkNumber, checkNotZero)}
        >
          <Input
            className={styles.priceInput}
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            placeholder={standard.price}
          />
        </Form.Item>
      </FormSection>
      <FormSection title={t('prices.form.byTokens')} hint={t('prices.form.byTokensHint')}>
        {TOKEN_PARTS.map(pair => (
          <div key={pair[0]} className={styles.pricePair}>
            {pair.map(part => (
              <Form.Item
                key={part}
                name={part}
                label={t(`prices.form.${part}`)}
                validateTrigger="onBlur"
                rules={ruleOf(part)}
              >
                <Input
                  prefix={part.endsWith('rice') ? '$' : undefined}
                  inputMode="decimal"
                  autoComplete="off"
                  disabled={byCall}
                  placeholder={standard[part]}
                  onChange={({ target }) => {
                    const typed = { ...form.getFieldsValue(true), [part]: target.value }
                    form.setFieldsValue(afterTyping(typed, part))
                  }}
                />
              </Form.Item>
            ))}
          </div>
        ))}
      </FormSection>
      {preview && <Preview form={form}>{preview}</Preview>}
    </FormDrawer>
  )
}

/** Follows what is typed, without the form around it. */
function Preview({ form, children }: { form: FormInstance<PriceValues>; children: (price: OwnPrice) => ReactNode }) {
  const values = Form.useWatch(values => values, form)
  return values && children(priceOfValues({ ...emptyPrice, ...values }))
}
