import type { ClientGuide } from '@tollgate/contract'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useIsAdmin } from '../../session/user.ts'
import { type Problem, problems } from './problems.ts'

interface ProblemAlertsProps {
  problems: readonly Problem[]
  guide: ClientGuide
  address: string
}

/** Problems that would make the client's calls fail, each with a remedy. */
export function ProblemAlerts({ problems: found, guide, address }: ProblemAlertsProps) {
  const { t } = useTranslation()
  const isAdmin = useIsAdmin()
  const values = { client: guide.name, address }
  return found.map(problem => (
    <Alert
      key={problem}
      type="warning"
      showIcon
      title={t(`connect.problems.${problem}.title`, values)}
      description={
        problem === 'noModels' && isAdmin
          ? t('connect.problems.noModels.operatorHint')
          : t(`connect.problems.${problem}.hint`, values)
      }
      action={<ProblemAction problem={problem} isAdmin={isAdmin} />}
    />
  ))
}

function ProblemAction({ problem, isAdmin }: { problem: Problem; isAdmin: boolean }) {
  const { t } = useTranslation()
  if (problem === 'privateAddress' || (problem === 'noModels' && !isAdmin)) return null
  return (
    <Link to={problems[problem].to}>
      <Button>{t(`connect.problems.${problem}.action`)}</Button>
    </Link>
  )
}
