import type { ClientSetting } from '@tollgate/contract'
import { Tabs } from 'antd'
import { CodeBlock } from '../../components/code-block.tsx'

/** A setting with everything filled in: as copied, and as shown. */
export interface FilledSetting {
  where: ClientSetting['where']
  copied: string
  shown: string
}

const NAMES: Record<string, string> = { curl: 'curl', python: 'Python', ts: 'TypeScript' }

/** The programs among settings, in tabs. */
export function Programs({ settings }: { settings: readonly FilledSetting[] }) {
  const programs = settings.flatMap(setting =>
    'code' in setting.where ? [{ ...setting, code: setting.where.code }] : [],
  )
  if (programs.length === 0) return null
  return (
    <Tabs
      size="small"
      items={programs.map(({ code, copied, shown }) => ({
        key: code,
        label: NAMES[code],
        children: <CodeBlock code={shown} copied={copied} what={NAMES[code] ?? code} />,
      }))}
    />
  )
}
