import { Alert, App, Button, Drawer, Form, type FormInstance, Space } from 'antd'
import {
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../lib/call.ts'
import styles from './components.module.css'
import { changesOf, losesSecret, useFormDraft } from './form-draft.ts'
import { FormIsWhole } from './form-section.tsx'
import { useConfirm } from './use-confirm.ts'
import { useIsPhone } from './use-is-phone.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

interface FormDrawerProps<Values extends object> {
  title: string
  form: FormInstance<Values>
  /** Names the form and its row: `channel-12`. Its unsaved input is restored by this name. */
  draft: string
  /** Fields that are never stored. */
  secrets?: readonly (keyof Values)[]
  initial: Values
  /** Version of the row that `initial` shows, if rows have versions. */
  version?: number | undefined
  /** Resolves to whether the form can close. Throws if the values are refused; a `CallError` is shown at its field. */
  onSubmit: (values: Values, madeFrom: MadeFrom<Values>) => Promise<boolean>
  onClose: () => void
  submitLabel?: string
  children: ReactNode
}

/** What the user saw when the changes began; for a restored draft it may be older than the stored row. */
interface MadeFrom<Values> {
  values: Values
  version: number | undefined
}

const WIDTH = 640

/**
 * A form at the side of the page, full screen on a phone. Enter in a field of one line and `Ctrl/⌘+Enter` save; closing it with unsaved changes asks
 * first. Input lost in another way (Back, a reload, a session that ends) is restored when the form is next opened,
 * except secrets: after typing one, Back and a reload also ask.
 *
 * Mount it when it opens, so that every form starts from `initial`; it disappears at once when its page removes it.
 */
export function FormDrawer<Values extends object>(props: FormDrawerProps<Values>) {
  const { title, form, initial, secrets, onSubmit, onClose, submitLabel, children } = props
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const isPhone = useIsPhone()
  const id = useId()
  const [isSaving, setSaving] = useState(false)
  const draft = useFormDraft<Values>(props.draft)
  const [restored, setRestored] = useState(draft.read)
  const isDone = useRef(false)
  const isWhole = useDeferredValue(true, false)
  const [whole] = useState(() => Promise.withResolvers<void>())
  useEffect(() => {
    if (isWhole) whole.resolve()
  }, [isWhole, whole])

  const values = (): Values => ({ ...initial, ...form.getFieldsValue(true) })
  const changes = () => changesOf(initial, values(), secrets)
  const madeFrom = (): MadeFrom<Values> =>
    restored
      ? { values: { ...initial, ...restored.from }, version: restored.version }
      : { values: initial, version: props.version }
  const keepDraft = () => {
    const made = madeFrom()
    const changed = changes()
    const from = Object.fromEntries(
      (Object.keys(changed) as (keyof Values)[]).map(name => [name, made.values[name]]),
    ) as Partial<Values>
    draft.keep({ changes: changed, from, version: made.version })
  }
  const isChanged = () => JSON.stringify(values()) !== JSON.stringify(initial)

  const restore = useEffectEvent(
    () => restored && form.setFieldsValue(restored.changes as Parameters<typeof form.setFieldsValue>[0]),
  )
  const leave = useEffectEvent(() => {
    if (isDone.current || !isChanged()) return
    keepDraft()
    message.info(t('components.form.draftKept'))
  })
  useEffect(() => {
    restore()
    return leave
  }, [])

  const startOver = () => {
    form.resetFields()
    draft.drop()
    setRestored(undefined)
  }

  const finish = () => {
    isDone.current = true
    draft.drop()
    onClose()
  }

  const save = async () => {
    // Only rendered fields are checked.
    await whole.promise
    const isValid = await form.validateFields().then(
      () => true,
      () => false,
    )
    if (!isValid) return showFirstError(form)
    setSaving(true)
    try {
      // fields that were never rendered keep their initial values
      if (await onSubmit(values(), madeFrom())) finish()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (showAtField(form, error)) showFirstError(form)
      else message.error(error.message)
    } finally {
      setSaving(false)
    }
  }

  const close = async () => {
    const leaves =
      !isChanged() ||
      (await confirm({
        title: t('components.form.unsavedTitle'),
        consequence: t('components.form.unsavedConsequence'),
        agree: t('components.form.discard'),
        danger: true,
      }))
    if (leaves) finish()
  }
  // All other input is kept as a draft.
  useLeaveGuard({
    wouldLose: () => !isDone.current && losesSecret(initial, values(), secrets),
    ask: () =>
      confirm({
        title: t('components.form.unsavedTitle'),
        consequence: t('components.form.secretConsequence'),
        agree: t('components.form.leave'),
        danger: true,
      }),
  })

  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    const isShortcut = event.ctrlKey || event.metaKey
    // Enter opens and answers a calendar, also one that is still loading.
    const isInCalendar =
      event.target instanceof Element && event.target.closest('.ant-picker, [data-calendar]') !== null
    if (isShortcut || isInCalendar) event.preventDefault()
    if (!isShortcut) return
    if (isSaving) message.error(t('components.form.alreadySubmitted'))
    else save()
  }

  return (
    <Drawer
      open
      title={title}
      size={isPhone ? '100%' : WIDTH}
      onClose={close}
      footer={
        <Space className={styles.drawerFooter}>
          <Button onClick={close}>{t('components.confirm.cancel')}</Button>
          <Button type="primary" htmlType="submit" form={id} loading={isSaving} title="Ctrl/⌘ + Enter">
            {submitLabel ?? t('components.form.save')}
          </Button>
        </Space>
      }
    >
      {restored && (
        <Alert
          className={styles.restored}
          showIcon
          title={t('components.form.draftRestored')}
          action={
            <Button size="small" onClick={startOver}>
              {t('components.form.startOver')}
            </Button>
          }
        />
      )}
      <Form
        id={id}
        form={form}
        layout="vertical"
        // The fields' own rules are shown instead of the browser's.
        noValidate
        initialValues={initial}
        colon={false}
        onKeyDown={pressKey}
        // Both save: what is rendered later is also checked then, and the first error is shown.
        onFinish={save}
        onFinishFailed={save}
        onValuesChange={keepDraft}
      >
        <FormIsWhole value={isWhole}>{children}</FormIsWhole>
      </Form>
    </Drawer>
  )
}

/** Shows an error at its field. Returns false if the form does not have that field. */
function showAtField<Values extends object>(form: FormInstance<Values>, error: CallError): boolean {
  const name = error.field
  if (!name || !(name in form.getFieldsValue(true))) return false
  // `in` has just shown that the name is one of the form's
  form.setFields([{ name: name as Parameters<typeof form.getFieldError>[0], errors: [error.message] }])
  return true
}

/** Unfolds the section of the first invalid field and scrolls to it. */
function showFirstError<Values extends object>(form: FormInstance<Values>): void {
  const wrong = form.getFieldsError().find(({ errors }) => errors.length > 0)
  if (!wrong) return
  // a form item gives its control the field's name as id
  const control = document.getElementById(wrong.name.join('_'))
  control?.closest('details')?.setAttribute('open', '')
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}
