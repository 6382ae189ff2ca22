import { type Administrator, ROLE } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../components/data-table/index.ts'
import { UserLink } from '../../components/links/index.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Sensitive } from '../../components/sensitive.tsx'

export function useAdministratorColumns(): Column<Administrator>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'username',
      title: t('rights.columns.username'),
      width: 160,
      card: 'heading',
      render: ({ username }) => <UserLink name={username} />,
    },
    {
      key: 'rights',
      title: t('rights.columns.rights'),
      width: 320,
      grows: true,
      card: 'field',
      render: administrator => <Rights of={administrator} />,
    },
    {
      key: 'given',
      title: t('rights.columns.given'),
      width: 200,
      card: 'titled-field',
      render: ({ given_by, given_at }) =>
        given_at > 0 ? (
          <>
            <Sensitive>{given_by}</Sensitive>, <RelativeTime at={given_at} />
          </>
        ) : (
          t('rights.nobody')
        ),
    },
  ]
}

function Rights({ of: { role, rights } }: { of: Administrator }) {
  const { t } = useTranslation()
  if (role >= ROLE.root) return t('rights.root')
  if (rights === null) return t('rights.all')
  if (rights.length === 0) return t('rights.none')
  return rights.map(right => t(`rightWords.${right}.name`)).join(' · ')
}
