import type { TFunction } from 'i18next'
import type { Badge } from '../../components/task-cells.tsx'

/** Words of the protocol, each with its colour. Others are shown unchanged. */
const ACTIONS = {
  IMAGINE: 'blue',
  UPSCALE: 'orange',
  VARIATION: 'purple',
  HIGH_VARIATION: 'purple',
  LOW_VARIATION: 'purple',
  PAN: 'cyan',
  DESCRIBE: 'gold',
  BLEND: 'lime',
  UPLOAD: 'geekblue',
  SHORTEN: 'pink',
  REROLL: 'geekblue',
  INPAINT: 'magenta',
  ZOOM: 'green',
  CUSTOM_ZOOM: 'green',
  MODAL: 'cyan',
  SWAP_FACE: 'volcano',
  VIDEO: 'purple',
  EDITS: 'magenta',
} as const

const STATUSES = {
  SUCCESS: 'green',
  NOT_START: undefined,
  SUBMITTED: 'gold',
  IN_PROGRESS: 'blue',
  FAILURE: 'red',
  MODAL: 'orange',
} as const

const CODES = {
  0: { color: 'gold', word: 'notSubmitted' },
  1: { color: 'green', word: 'submitted' },
  21: { color: 'lime', word: 'waiting' },
  22: { color: 'orange', word: 'duplicate' },
} as const

const has = <Table extends object>(table: Table, word: PropertyKey): word is keyof Table => Object.hasOwn(table, word)

/** The badges of a drawing's words in the user's language. */
export function drawingBadges(t: TFunction) {
  return {
    action: (word: string): Badge | undefined =>
      has(ACTIONS, word) ? { color: ACTIONS[word], label: t(`drawings.actions.${word}`) } : undefined,
    status: (word: string): Badge | undefined =>
      has(STATUSES, word) ? { color: STATUSES[word], label: t(`drawings.statuses.${word}`) } : undefined,
    code: (code: number): Badge =>
      has(CODES, code)
        ? { color: CODES[code].color, label: t(`drawings.codes.${CODES[code].word}`) }
        : { label: t('drawings.unknownCode', { code }) },
  }
}
