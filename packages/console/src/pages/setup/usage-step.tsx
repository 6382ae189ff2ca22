import { Checkbox, Form, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { type SetupFields, USAGES } from './api.ts'
import styles from './setup.module.css'

export function UsageStep() {
  const { t } = useTranslation()
  return (
    <>
      <h2>{t('setup.usage.title')}</h2>
      <p>{t('setup.usage.hint')}</p>
      <Form.Item<SetupFields> name="usage" noStyle>
        <Radio.Group className={styles.usages} aria-label={t('setup.usage.title')}>
          {USAGES.map(usage => (
            <Radio key={usage} value={usage} className={styles.usage}>
              <strong>{t(`setup.usage.${usage}`)}</strong>
              <span>{t(`setup.usage.${usage}Hint`)}</span>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <Form.Item<SetupFields> name="isMovingIn" valuePropName="checked" extra={t('setup.usage.movingInHint')}>
        <Checkbox className={styles.movingIn}>{t('setup.usage.movingIn')}</Checkbox>
      </Form.Item>
    </>
  )
}
