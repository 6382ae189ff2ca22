import type { UsageSubject } from '@tollgate/contract'
import type { View } from './api.ts'

export type Subject = UsageSubject | 'model'
export type Question = 'who' | 'what'

/** What usage is divided by: everybody's, one's own and a team's. */
const SUBJECTS: Record<Question, Record<'all' | 'own' | 'team', readonly Subject[]>> = {
  who: { all: ['user', 'token'], own: ['token'], team: ['token', 'member', 'project'] },
  what: { all: ['model', 'channel'], own: ['model'], team: ['model'] },
}

export const subjectsOf = (question: Question, { isOfAll, scope }: View): readonly Subject[] =>
  SUBJECTS[question][isOfAll ? 'all' : scope.team_id === '' ? 'own' : 'team']

/** All but models, whose figures every answer has. */
export const askedSubjects = (view: View): UsageSubject[] =>
  [...subjectsOf('who', view), ...subjectsOf('what', view)].filter(subject => subject !== 'model')
