import type { Usage } from '@tollgate/contract'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../components/panel.tsx'
import type { DashboardFilters, View } from './api.ts'
import styles from './dashboard.module.css'
import { ModelsTable } from './models-table.tsx'
import { SharesTable } from './shares-table.tsx'
import { type Question, type Subject, subjectsOf } from './subjects.ts'

interface SubjectsPanelProps {
  question: Question
  usage: Usage
  list: DashboardFilters
  view: View
}

/** Usage by user, or by other subjects: a table of one subject at a time, with a fixed height. */
export function SubjectsPanel({ question, ...shown }: SubjectsPanelProps) {
  const { t } = useTranslation()
  const subjects = subjectsOf(question, shown.view)
  const [chosen, choose] = useState<Subject>()
  const by = subjects.find(subject => subject === chosen) ?? subjects[0]
  const title = t(`dashboard.shares.${question}`)
  return (
    <Panel
      title={title}
      className={styles.subjects}
      aside={
        <Segmented
          size="small"
          aria-label={title}
          value={by}
          onChange={choose}
          options={subjects.map(value => ({ value, label: t(`dashboard.shares.by.${value}`) }))}
        />
      }
    >
      {by === 'model' ? <ModelsTable {...shown} /> : by && <SharesTable by={by} {...shown} />}
    </Panel>
  )
}
