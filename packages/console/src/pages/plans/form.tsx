import {
  CALL,
  PLAN_BEYOND,
  PLAN_NAME_MAX_LENGTH,
  PLAN_PERIODS,
  PLAN_UNITS,
  PLAN_WINDOWS,
  type Plan,
  TEAM_MEMBERS_MAX,
} from '@tollgate/contract'
import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { QuotaInput } from '../../components/quota-input.tsx'
import { type PlanFields, useSavePlan } from './api.ts'

const NEW: PlanFields = {
  name: '',
  description: '',
  price: 5_000_000,
  period: 'month',
  five_hours: null,
  day: null,
  week: null,
  month: null,
  total: null,
  models: '',
  groups: '',
  beyond: 'wallet',
  seats: null,
  unit: 'quota',
  weights: '',
  trial_days: 0,
  stock: null,
  position: 0,
  enabled: true,
  for_new_users: false,
}

const fieldsOf = ({ id, sold, running, created_at, ...fields }: Plan): PlanFields => fields

/** In the form, 0 means that there is no such window. */
type Values = Omit<PlanFields, (typeof PLAN_WINDOWS)[number]> & Record<(typeof PLAN_WINDOWS)[number], number>

function toValues(fields: PlanFields): Values {
  const windows = Object.fromEntries(PLAN_WINDOWS.map(window => [window, fields[window] ?? 0]))
  return { ...fields, ...(windows as Record<(typeof PLAN_WINDOWS)[number], number>) }
}

function toFields(values: Values): PlanFields {
  const windows = Object.fromEntries(PLAN_WINDOWS.map(window => [window, values[window] || null]))
  return { ...values, ...windows }
}

/** A number of calls; its value is in thousandths. */
const CallsInput = ({ value = 0, onChange, ...input }: { value?: number; onChange?: (value: number) => void }) => (
  <InputNumber<number>
    {...input}
    min={0}
    precision={0}
    value={value / CALL}
    onChange={calls => onChange?.((calls ?? 0) * CALL)}
  />
)

/** `plan`: the one to change; absent: a new one is created. */
export function PlanForm({ plan, onClose }: { plan: Plan | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const [form] = Form.useForm<Values>()
  const { mutateAsync: save } = useSavePlan()
  const countsCalls = Form.useWatch('unit', form) === 'calls'

  return (
    <FormDrawer
      title={plan ? t('plans.form.change', { name: plan.name }) : t('plans.form.add')}
      form={form}
      draft={`plan-${plan?.id ?? 'new'}`}
      initial={toValues(plan ? fieldsOf(plan) : NEW)}
      onSubmit={async values => {
        await save({ id: plan?.id, body: toFields(values) })
        return true
      }}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('plans.columns.name')}
        rules={[{ required: true, whitespace: true, message: t('plans.form.nameRequired') }]}
      >
        <Input autoFocus maxLength={PLAN_NAME_MAX_LENGTH} showCount />
      </Form.Item>
      <Form.Item name="description" label={t('plans.form.description')}>
        <Input.TextArea autoSize maxLength={500} />
      </Form.Item>
      <Form.Item name="price" label={t('plans.columns.price')}>
        <QuotaInput />
      </Form.Item>
      <Form.Item name="period" label={t('plans.form.period')}>
        <Select options={PLAN_PERIODS.map(value => ({ value, label: t(`plans.periods.${value}`) }))} />
      </Form.Item>
      <Form.Item name="unit" label={t('plans.form.unit')}>
        <Select
          options={PLAN_UNITS.map(value => ({ value, label: t(`plans.form.units.${value}`) }))}
          // Amounts of one unit mean nothing in the other.
          onChange={() => form.setFieldsValue(Object.fromEntries(PLAN_WINDOWS.map(window => [window, 0])))}
        />
      </Form.Item>
      {countsCalls && (
        <Form.Item name="weights" label={t('plans.form.weights')} extra={t('plans.form.weightsHint')}>
          <Input.TextArea autoSize maxLength={4_000} placeholder="big-model=5, *-mini=0.2" />
        </Form.Item>
      )}
      {PLAN_WINDOWS.map(window => (
        <Form.Item
          key={window}
          name={window}
          label={t(`plans.form.windows.${window}`)}
          extra={t('plans.form.windowHint')}
        >
          {countsCalls ? <CallsInput /> : <QuotaInput presets={[]} />}
        </Form.Item>
      ))}
      <Form.Item name="beyond" label={t('plans.form.beyond')}>
        <Select options={PLAN_BEYOND.map(value => ({ value, label: t(`plans.beyond.${value}`) }))} />
      </Form.Item>
      <Form.Item name="models" label={t('plans.form.models')} extra={t('plans.form.listHint')}>
        <Input.TextArea autoSize maxLength={4_000} />
      </Form.Item>
      <Form.Item name="groups" label={t('plans.form.groups')} extra={t('plans.form.listHint')}>
        <Input maxLength={4_000} />
      </Form.Item>
      <Form.Item name="seats" label={t('plans.form.seats')} extra={t('plans.form.seatsHint')}>
        <InputNumber min={1} max={TEAM_MEMBERS_MAX} precision={0} />
      </Form.Item>
      <Form.Item name="trial_days" label={t('plans.form.trial')} extra={t('plans.form.trialHint')}>
        <InputNumber min={0} max={366} precision={0} />
      </Form.Item>
      <Form.Item name="stock" label={t('plans.form.stock')} extra={t('plans.form.stockHint')}>
        <InputNumber min={0} max={1_000_000_000} precision={0} />
      </Form.Item>
      <Form.Item name="position" label={t('plans.form.position')} extra={t('plans.form.positionHint')}>
        <InputNumber min={-1_000_000} max={1_000_000} precision={0} />
      </Form.Item>
      <Form.Item name="enabled" label={t('plans.forSale')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="for_new_users" label={t('plans.form.forNewUsers')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDrawer>
  )
}
