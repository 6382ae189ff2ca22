import { GithubOutlined, GlobalOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import type { RedirectProvider, SiteStatus, User } from '@tollgate/contract'
import type { ReactNode } from 'react'

interface Redirecting {
  type: RedirectProvider
  /** The same in every language. */
  name: string
  icon: ReactNode
  isOn: (status: SiteStatus) => boolean
  column: keyof User
}

/** Sites the browser is redirected to and from, one line each. */
export const redirecting: Redirecting[] = [
  {
    type: 'github',
    name: 'GitHub',
    icon: <GithubOutlined />,
    isOn: status => status.github_oauth,
    column: 'github_id',
  },
  {
    type: 'oidc',
    name: 'OIDC',
    icon: <SafetyCertificateOutlined />,
    isOn: status => status.oidc_enabled,
    column: 'oidc_id',
  },
  {
    type: 'linuxdo',
    name: 'LINUX DO',
    icon: <GlobalOutlined />,
    isOn: status => status.linuxdo_oauth,
    column: 'linux_do_id',
  },
]
