import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useListState } from '../../components/data-table/index.ts'
import { TaskLogPage } from '../../components/task-log-page.tsx'
import { stored } from '../../lib/storage.ts'
import { TASK_FILTERS, useTasks, usualTaskTimes } from './api.ts'
import { useTaskColumns } from './columns.tsx'

export default function TasksPage() {
  const { t } = useTranslation()
  const list = useListState(TASK_FILTERS, stored.taskPageSize)
  const [usual] = useState(usualTaskTimes)
  return (
    <TaskLogPage
      title={t('layout.pages.tasks')}
      intro={t('tasks.intro')}
      list={list}
      id={list.filters.task_id}
      onId={task_id => list.setFilters({ task_id })}
      usual={[...usual]}
      query={useTasks(list)}
      columns={useTaskColumns()}
      rememberedColumns={stored.taskColumns}
      nameOf={row => row.task_id || String(row.id)}
      empty={{ title: t('tasks.emptyTitle'), hint: t('tasks.emptyHint'), addChannel: t('tasks.addChannel') }}
    />
  )
}
