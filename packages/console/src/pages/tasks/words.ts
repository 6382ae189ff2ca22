import type { TFunction } from 'i18next'
import type { Badge } from '../../components/task-cells.tsx'

/** Words of tasks, each with its colour. Others are shown as they are. */
const PLATFORMS = {
  suno: 'green',
  hailuo: undefined,
  jimeng: undefined,
  kling: undefined,
  'openai-video': undefined,
  seedance: undefined,
  veo: undefined,
  'vertex-veo': undefined,
  vidu: undefined,
  wan: undefined,
} as const
const ACTIONS = {
  MUSIC: 'blue',
  LYRICS: 'gold',
  TEXT_TO_VIDEO: 'purple',
  IMAGE_TO_VIDEO: 'purple',
  REMIX: 'geekblue',
} as const
const STATUSES = {
  SUCCESS: 'green',
  NOT_START: undefined,
  SUBMITTED: 'gold',
  IN_PROGRESS: 'blue',
  FAILURE: 'red',
  QUEUED: 'orange',
  UNKNOWN: undefined,
} as const
/** The row exists, but the upstream has not accepted the task yet. */
const BEING_SUBMITTED = ''

const has = <Table extends object>(table: Table, word: PropertyKey): word is keyof Table => Object.hasOwn(table, word)

/** The badges of a task's words in the user's language. */
export function taskBadges(t: TFunction) {
  return {
    platform: (word: string): Badge | undefined =>
      has(PLATFORMS, word) ? { color: PLATFORMS[word], label: t(`tasks.platforms.${word}`) } : undefined,
    action: (word: string): Badge | undefined =>
      has(ACTIONS, word) ? { color: ACTIONS[word], label: t(`tasks.actions.${word}`) } : undefined,
    status: (word: string): Badge | undefined => {
      if (word === BEING_SUBMITTED) return { label: t('tasks.beingSubmitted') }
      return has(STATUSES, word) ? { color: STATUSES[word], label: t(`tasks.statuses.${word}`) } : undefined
    },
  }
}

/** For filters. */
export const TASK_CHOICES = { platform: Object.keys(PLATFORMS), status: Object.keys(STATUSES) }
