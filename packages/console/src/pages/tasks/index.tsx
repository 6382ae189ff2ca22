import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SeveralSelect, useListState } from '../../components/data-table/index.ts'
import { TaskLogPage } from '../../components/task-log-page.tsx'
import { stored } from '../../lib/storage.ts'
import { TASK_FILTERS, useTasks, usualTaskTimes } from './api.ts'
import { useTaskColumns } from './columns.tsx'
import { TASK_CHOICES as choices, taskBadges } from './words.ts'

export default function TasksPage() {
  const { t } = useTranslation()
  const list = useListState(TASK_FILTERS, stored.taskPageSize, 'tasks')
  const [usual] = useState(usualTaskTimes)
  const badges = taskBadges(t)
  return (
    <TaskLogPage
      name="tasks"
      title={t('layout.pages.tasks')}
      intro={t('tasks.intro')}
      list={list}
      id={list.filters.task_id}
      onId={task_id => list.setFilters({ task_id })}
      usual={[...usual]}
      query={useTasks(list)}
      columns={useTaskColumns()}
      rememberedColumns={stored.taskColumns}
      filters={(['platform', 'status'] as const).map(name => (
        <SeveralSelect
          key={name}
          label={t(`tasks.columns.${name}`)}
          value={list.filters[name]}
          onChange={values => list.setFilters({ [name]: values })}
          style={{ flex: '1 1 104px', minWidth: 104, maxWidth: 180 }}
          options={choices[name].map(word => ({ value: word, label: badges[name](word)?.label ?? word }))}
        />
      ))}
      nameOf={row => row.task_id || String(row.id)}
      empty={{ title: t('tasks.emptyTitle'), hint: t('tasks.emptyHint'), addChannel: t('tasks.addChannel') }}
    />
  )
}
