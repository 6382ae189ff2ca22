import type { User, UserSetting } from '@tollgate/contract'
import { Tabs } from 'antd'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../components/panel.tsx'
import { MessageMails } from './message-mails.tsx'
import { Notifications } from './notifications.tsx'
import { SettingSwitch } from './setting-switch.tsx'

/** The user's settings for notices, prices and stored responses. */
export function Preferences({ user }: { user: User }) {
  const { t } = useTranslation()
  const setting = settingOf(user)
  // A form starts from the stored setting, and again after each change of it.
  const stored = user.setting
  return (
    <>
      <Panel title={t('personal.preferences.title')}>
        <Tabs
          items={[
            {
              key: 'notifications',
              label: t('personal.notifications.title'),
              children: <Notifications key={stored} setting={setting} email={user.email} />,
            },
            { key: 'messages', label: t('personal.messageMails.title'), children: <MessageMails /> },
            {
              key: 'prices',
              label: t('personal.prices.title'),
              children: <SettingSwitch key={stored} setting={setting} name="accept_unset_model_ratio_model" />,
            },
          ]}
        />
      </Panel>
      <Panel title={t('personal.storing.title')}>
        <SettingSwitch key={stored} setting={setting} name="store_responses" />
      </Panel>
    </>
  )
}

function settingOf({ setting }: User): UserSetting {
  const usual = {
    notify_type: 'email',
    has_webhook_secret: false,
    accept_unset_model_ratio_model: false,
    store_responses: true,
  } as const
  // The server writes this text from a parsed setting.
  return { ...usual, ...(JSON.parse(setting || '{}') as Partial<UserSetting>) }
}
