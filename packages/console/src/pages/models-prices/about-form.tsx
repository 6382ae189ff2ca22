import { ABILITIES } from '@tollgate/contract'
import { App, Form, Input, InputNumber, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { FormSection } from '../../components/form-section.tsx'
import { formatNumber } from '../../lib/format.ts'
import { type AboutTables, type AboutValues, aboutValues, SAID, withAbout } from './about-values.ts'
import { useKnownFacts, useSaveAbout } from './api.ts'
import styles from './models-prices.module.css'

interface AboutFormProps {
  model: string
  tables: AboutTables
  onClose: () => void
}

/** What the operator says of a model: its further names, and what lists show of it. Empty fields are as the built-in lists know them. */
export function AboutForm({ model, tables, onClose }: AboutFormProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<AboutValues>()
  const { data: known } = useKnownFacts(model)
  const { mutateAsync: save } = useSaveAbout()
  const ability = (name: (typeof ABILITIES)[number]) => t(`pricing.abilities.${name}`)
  const knownWord = (name: (typeof ABILITIES)[number]) => {
    const can = known?.abilities[name]
    return t(`modelsPrices.about.known.${can === undefined ? 'unknown' : can ? 'yes' : 'no'}`)
  }
  const submit = async (values: AboutValues) => {
    await save({ before: tables, after: withAbout(tables, model, values) })
    message.success(t('modelsPrices.about.saved', { model }))
    return true
  }
  return (
    <FormDrawer
      title={t('modelsPrices.about.title', { model })}
      form={form}
      draft={`about-${model}`}
      initial={aboutValues(model, tables)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="aliases" label={t('modelsPrices.about.aliases')} extra={t('modelsPrices.about.aliasesHint')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} spellCheck={false} translate="no" />
      </Form.Item>
      <Form.Item name="description" label={t('modelsPrices.about.description')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} />
      </Form.Item>
      <Form.Item name="maker" label={t('pricing.columns.maker')}>
        <Input maxLength={60} placeholder={known?.maker} autoComplete="off" />
      </Form.Item>
      <Form.Item name="contextWindow" label={t('modelsPrices.about.window')} extra={t('modelsPrices.about.windowHint')}>
        <InputNumber
          className={styles.wide}
          min={1}
          precision={0}
          placeholder={known?.context_window ? formatNumber(known.context_window) : ''}
        />
      </Form.Item>
      <FormSection title={t('pricing.ability')}>
        {ABILITIES.map(name => (
          <Form.Item key={name} name={['abilities', name]} label={ability(name)}>
            <Radio.Group
              optionType="button"
              size="small"
              options={SAID.map(value => ({
                value,
                label: t(`modelsPrices.about.said.${value}`, { known: knownWord(name) }),
              }))}
            />
          </Form.Item>
        ))}
      </FormSection>
    </FormDrawer>
  )
}
