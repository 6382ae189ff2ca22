import { GiftOutlined, PlusOutlined, TeamOutlined } from '@ant-design/icons'
import type { Plan } from '@tollgate/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import {
  DataTable,
  FilterBar,
  ListPage,
  SearchInput,
  useListState,
  useUsualActions,
} from '../../components/data-table/index.ts'
import { lazyForm } from '../../components/lazy-form.tsx'
import { useOpened } from '../../components/use-opened.ts'
import { paths } from '../../lib/paths.ts'
import { stored } from '../../lib/storage.ts'
import { PLAN_FILTERS, useDeletePlan, usePlans, useSwitchPlan } from './api.ts'
import { usePlanColumns } from './columns.tsx'

const PlanForm = lazyForm(() => import('./form.tsx').then(file => file.PlanForm))
const GiveForm = lazyForm(() => import('./give-form.tsx').then(file => file.GiveForm))

export default function PlansPage() {
  const { t } = useTranslation()
  const list = useListState(PLAN_FILTERS, stored.planPageSize)
  const form = useOpened<Plan>()
  const giving = useOpened<Plan>()
  const navigate = useNavigate()
  const usual = usePlanActions(form.open)
  const columns = usePlanColumns()

  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => form.open()}>
      {t('plans.add')}
    </Button>
  )
  const aside = (
    <>
      <Link to={paths.subscriptions}>{t('layout.pages.subscriptions')}</Link>
      {add}
    </>
  )
  return (
    <ListPage title={t('layout.pages.plans')} intro={t('plans.intro')} aside={aside}>
      <FilterBar list={list}>
        {[
          <SearchInput
            key="keyword"
            label={t('plans.filters.keyword')}
            value={list.filters.keyword}
            onSearch={keyword => list.setFilters({ keyword })}
            style={{ width: 260 }}
          />,
        ]}
      </FilterBar>
      <DataTable
        list={list}
        query={usePlans(list)}
        columns={columns}
        keepsLeftOut
        nameOf={({ name }) => name}
        actions={plan => [
          ...usual(plan),
          {
            key: 'give',
            label: t('plans.give'),
            icon: <GiftOutlined />,
            onClick: () => giving.open(plan),
          },
          {
            key: 'who',
            label: t('plans.whoHas'),
            icon: <TeamOutlined />,
            onClick: () => void navigate(`${paths.subscriptions}?plan_id=${plan.id}`),
          },
        ]}
        isDimmed={({ enabled }) => !enabled}
        first={{ title: t('plans.emptyTitle'), hint: t('plans.emptyHint'), action: add }}
      />
      {form.opened && <PlanForm key={form.opened.key} plan={form.opened.row} onClose={form.close} />}
      {giving.opened?.row && <GiveForm key={giving.opened.key} plan={giving.opened.row} onClose={giving.close} />}
    </ListPage>
  )
}

function usePlanActions(edit: (plan: Plan) => void) {
  const { t } = useTranslation()
  const { mutate: switchPlan } = useSwitchPlan()
  const { mutate: remove } = useDeletePlan()
  return useUsualActions<Plan>({
    isOn: ({ enabled }) => enabled,
    turn: ({ id }, isOn, then) => switchPlan({ id, isOn }, then),
    edit,
    question: ({ name }) => ({ title: t('plans.deleteTitle', { name }), consequence: t('plans.deleteConsequence') }),
    remove: ({ id }) => remove(id),
  })
}
