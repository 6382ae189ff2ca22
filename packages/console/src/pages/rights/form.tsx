import { type Administrator, RIGHTS, type Right, rightWords, withBroughtRights } from '@tollgate/contract'
import { Checkbox, Form, Radio } from 'antd'
import CheckboxGroup from 'antd/es/checkbox/Group.js'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { currentLanguage } from '../../phrases/index.ts'
import { useGiveRights } from './api.ts'
import styles from './rights.module.css'

interface RightsValues {
  isLimited: boolean
  rights: Right[]
}

/** An administrator's rights: all, or the ticked ones. */
export function RightsForm({ administrator, onClose }: { administrator: Administrator; onClose: () => void }) {
  const { t } = useTranslation()
  const [form] = Form.useForm<RightsValues>()
  const { mutateAsync: give } = useGiveRights(administrator.id)
  const initial = { isLimited: administrator.rights !== null, rights: administrator.rights ?? [] }
  const isLimited = Form.useWatch('isLimited', form) ?? initial.isLimited
  const save = async ({ isLimited, rights }: RightsValues) => {
    await give(isLimited ? rights : null)
    return true
  }
  return (
    <FormDrawer
      title={t('rights.form.title', { name: administrator.username })}
      form={form}
      draft={`rights-${administrator.id}`}
      initial={initial}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item name="isLimited" label={t('rights.form.may')} extra={t('rights.form.hint')}>
        <Radio.Group
          options={[
            { value: false, label: t('rights.all') },
            { value: true, label: t('rights.form.only') },
          ]}
        />
      </Form.Item>
      <Form.Item name="rights" label={t('rights.columns.rights')} normalize={withBroughtRights}>
        <CheckboxGroup disabled={!isLimited} className={styles.rights}>
          {RIGHTS.map(right => {
            const { name, opens } = rightWords(right, currentLanguage())
            return (
              <Checkbox key={right} value={right}>
                {name}
                <span className={styles.opens}>{opens}</span>
              </Checkbox>
            )
          })}
        </CheckboxGroup>
      </Form.Item>
    </FormDrawer>
  )
}
