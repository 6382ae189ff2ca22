import { RIGHTS, rightWords, withBroughtRights } from '@tollgate/contract'
import { Checkbox, Form, Radio } from 'antd'
import CheckboxGroup from 'antd/es/checkbox/Group.js'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../phrases/index.ts'
import styles from './rights-fields.module.css'

/** What an administrator may do, in a form with `isLimited` and `rights`: everything, or what is ticked. */
export function RightsFields({ isLimited }: { isLimited: boolean }) {
  const { t } = useTranslation()
  return (
    <>
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
    </>
  )
}
