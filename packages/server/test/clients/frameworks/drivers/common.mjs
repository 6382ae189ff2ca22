import { createInterface } from 'node:readline'

/** Shared by the TypeScript drivers: they read one line per scenario and answer with one line. */
export const {
  TOLLGATE_URL: url = '',
  TOLLGATE_SECURE_URL: secureUrl = '',
  TOLLGATE_PICTURE: picture = '',
  TOLLGATE_FORMAT: format = '',
} = process.env
export const QUESTION = 'Which is warmer: Paris or Rome?'
const WEATHER = { Paris: 'sunny, 21 degrees', Rome: 'sunny, 27 degrees' }
export const getWeather = ({ city }) => WEATHER[city] ?? 'unknown'

/** Plays scenarios by name until the input ends. An exception is the scenario's result. */
export async function serve(scenarios) {
  process.on('unhandledRejection', () => {})
  for await (const line of createInterface(process.stdin)) {
    const asked = JSON.parse(line)
    const play = scenarios[asked.scenario]
    if (!play) throw new Error(`no scenario ${asked.scenario}`)
    const came = await play(asked).then(
      told => ({ text: typeof told === 'string' ? told : JSON.stringify(told) }),
      error => ({ error: `${error?.name}: ${error?.message}` }),
    )
    process.stdout.write(`${JSON.stringify({ came })}\n`)
  }
  process.exit(0)
}
