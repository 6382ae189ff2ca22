import { CheckOutlined } from '@ant-design/icons'
import type { calls, ReplyOf } from '@tollgate/contract'
import { App, Button, Form } from 'antd'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/call.ts'
import { AccountStep } from './account-step.tsx'
import { openGateway, type SetupFields, useCompleteSetup } from './api.ts'
import { DatabaseStep } from './database-step.tsx'
import styles from './setup.module.css'
import { UsageStep } from './usage-step.tsx'

const STEPS = ['database', 'account', 'usage'] as const
const ACCOUNT_STEP = STEPS.indexOf('account')
const ACCOUNT_FIELDS: (keyof SetupFields)[] = ['username', 'password', 'confirmPassword']
const EMPTY: SetupFields = { username: '', password: '', confirmPassword: '', usage: 'external', isMovingIn: false }

/** Three steps over one form; the account's fields are checked before the last step opens. */
export function Wizard({ progress }: { progress: ReplyOf<typeof calls.setup.get> }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<SetupFields>()
  const [step, setStep] = useState(0)
  const complete = useCompleteSetup(!progress.root_init)
  const current = useFocusOnChange(step)
  const isLast = step === STEPS.length - 1

  const submit = async () => {
    try {
      const fields: SetupFields = { ...EMPTY, ...form.getFieldsValue(true) }
      await complete.mutateAsync(fields)
      message.success(t('setup.success'))
      await openGateway(progress.root_init ? null : fields, fields.isMovingIn)
    } catch (error) {
      message.error(failureText(error))
      if (error instanceof CallError && isAccountField(error.field)) {
        setStep(ACCOUNT_STEP)
        form.setFields([{ name: error.field, errors: [error.message] }])
      }
    }
  }
  const failureText = (error: unknown) => {
    if (!(error instanceof CallError)) return t('setup.failed')
    if (error.code === 'network') return t('setup.networkFailed')
    return error.status === 200 && !error.isExplained ? t('setup.failed') : error.message
  }
  const goOn = async (event: FormEvent) => {
    event.preventDefault()
    if (step === ACCOUNT_STEP && !progress.root_init) {
      const problem = await form.validateFields(ACCOUNT_FIELDS).then(
        () => undefined,
        (refusal: object) => refusal,
      )
      if (problem && !('errorFields' in problem)) return void message.error(t('setup.formReference'))
      if (problem) return
    }
    if (isLast) await submit()
    else setStep(step + 1)
  }

  return (
    <>
      <StepList titles={STEPS.map(name => t(`setup.steps.${name}`))} current={step} />
      <form onSubmit={goOn} noValidate>
        <Form<SetupFields>
          size="large"
          component={false}
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={EMPTY}
          validateTrigger="onBlur"
        >
          <div ref={current} tabIndex={-1} className={styles.step}>
            {STEPS[step] === 'database' && <DatabaseStep kind={progress.database_type} />}
            {STEPS[step] === 'account' && <AccountStep exists={progress.root_init} />}
            {STEPS[step] === 'usage' && <UsageStep />}
          </div>
        </Form>
        <div className={styles.buttons}>
          {step > 0 && (
            <Button size="large" disabled={complete.isPending || complete.isSuccess} onClick={() => setStep(step - 1)}>
              {t('setup.back')}
            </Button>
          )}
          <Button
            type="primary"
            size="large"
            htmlType="submit"
            loading={complete.isPending}
            disabled={complete.isSuccess}
          >
            {t(isLast ? 'setup.finish' : 'setup.next')}
          </Button>
        </div>
      </form>
    </>
  )
}

function StepList({ titles, current }: { titles: string[]; current: number }) {
  return (
    <ol className={styles.steps}>
      {titles.map((title, index) => (
        <li key={title} aria-current={index === current ? 'step' : undefined} data-done={index < current}>
          <span className={styles.number}>{index < current ? <CheckOutlined /> : index + 1}</span>
          <span>{title}</span>
        </li>
      ))}
    </ol>
  )
}

const isAccountField = (field: string | undefined): field is keyof SetupFields =>
  ACCOUNT_FIELDS.some(name => name === field)

/** Moves the focus into a newly opened step, for users who cannot see the change. */
function useFocusOnChange(step: number) {
  const element = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    const first = element.current?.querySelector<HTMLElement>('input')
    const target = first ?? element.current
    target?.focus()
  }, [step])
  return element
}
