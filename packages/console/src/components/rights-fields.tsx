import { RIGHTS, withBroughtRights } from '@tollgate/contract'
import { Checkbox, Form, Radio } from 'antd'
import CheckboxGroup from 'antd/es/checkbox/Group.js'
import { useTranslation } from 'react-i18next'
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
          {RIGHTS.map(right => (
            <Checkbox key={right} value={right}>
              {t(`rightWords.${right}.name`)}
              <span className={styles.opens}>{t(`rightWords.${right}.opens`)}</span>
            </Checkbox>
          ))}
        </CheckboxGroup>
      </Form.Item>
    </>
  )
}
