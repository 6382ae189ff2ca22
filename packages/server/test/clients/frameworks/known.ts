/** Cells that cannot be green for a reason outside the gateway; absent members mean all of them. */
const KNOWN: readonly { framework: string; family?: string; scenario?: string; reason: string }[] = [
  {
    framework: 'llama-index',
    scenario: 'cancel',
    reason: 'a stream that is left keeps its connection open, so the call goes on',
  },
]

/** Why a framework is expected to fail a scenario at a family. */
export const knownFault = (framework: string, family: string, scenario: string): string | undefined =>
  KNOWN.find(
    line =>
      line.framework === framework && (line.family ?? family) === family && (line.scenario ?? scenario) === scenario,
  )?.reason
