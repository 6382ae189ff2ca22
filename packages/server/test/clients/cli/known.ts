import type { SpokenDialectName } from '../../support/conversing-upstream/index.ts'

/** Cells that fail for a reason outside the gateway. An absent field matches every value. */
const KNOWN: readonly { client: string; family?: SpokenDialectName; scenario?: string; reason: string }[] = [
  {
    client: 'cline',
    scenario: 'resume',
    reason:
      'without a terminal it begins a new session each time: it takes a session’s id only in its interactive mode',
  },
]

/** Why a cell is expected to fail. */
export const known = (client: string, family: SpokenDialectName, scenario: string): string | undefined =>
  KNOWN.find(
    line => line.client === client && (line.family ?? family) === family && (line.scenario ?? scenario) === scenario,
  )?.reason
