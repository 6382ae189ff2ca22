import type { Administrator, Right } from '@tollgate/contract'
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { RightsFields } from '../../components/rights-fields.tsx'
import { masked } from '../../components/sensitive.tsx'
import { useGiveRights } from './api.ts'

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
      title={t('rights.form.title', { name: masked(administrator.username) })}
      form={form}
      draft={`rights-${administrator.id}`}
      initial={initial}
      onSubmit={save}
      onClose={onClose}
    >
      <RightsFields isLimited={isLimited} />
    </FormDrawer>
  )
}
