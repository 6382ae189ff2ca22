import type { TaskFailureSentences } from '../sentences.ts'

export const taskFailures: TaskFailureSentences = {
  timed_out: 'Elle a pris trop de temps',
  channel_gone: 'Le canal sur lequel elle tournait n’existe plus',
  not_taken: 'L’amont ne l’a pas acceptée',
  failed: 'L’amont a signalé son échec',
  not_understood: 'Les réponses de l’amont à son sujet étaient incompréhensibles',
  said: 'L’amont a indiqué au sujet de la tâche : {words}',
}
