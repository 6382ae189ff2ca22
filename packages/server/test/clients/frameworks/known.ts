/** Cells that fail for a reason outside the gateway. An absent field matches every value. */
const KNOWN: readonly { framework: string; family?: string; scenario?: string; reason: string }[] = [
  {
    framework: 'llama-index',
    scenario: 'cancel',
    reason: 'a stream that is left keeps its connection open, so the call goes on',
  },
  {
    framework: 'llama-index',
    family: 'openai-chat',
    scenario: 'streamed',
    reason: 'it begins a new call whenever the index of the pieces changes, so calls whose pieces alternate fall apart',
  },
  {
    // https://github.com/googleapis/python-genai/issues/1791
    framework: 'google-genai-py',
    family: 'gemini',
    scenario: 'streamed',
    reason: 'it sends each chunk of an answer back as its own turn, but the host takes parallel calls only in one turn',
  },
]

/** Why a framework is expected to fail a scenario with a family. */
export const knownFault = (framework: string, family: string, scenario: string): string | undefined =>
  KNOWN.find(
    line =>
      line.framework === framework && (line.family ?? family) === family && (line.scenario ?? scenario) === scenario,
  )?.reason
