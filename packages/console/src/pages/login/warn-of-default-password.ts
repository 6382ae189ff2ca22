import { ROLE, type User } from '@tollgate/contract'
import type { useAppProps } from 'antd/es/app/context'
import { t } from '../../phrases/index.ts'

/** The super admin's password in databases set up by other means and never changed. */
const DEFAULT_PASSWORD = '123456'

export function warnOfDefaultPassword(user: User, password: string, modal: useAppProps['modal']): void {
  if (user.role < ROLE.root || password !== DEFAULT_PASSWORD) return
  modal.warning({ title: t('login.defaultPassword'), content: t('login.defaultPasswordHint') })
}
