import { createInterface } from 'node:readline'

/** What the drivers in TypeScript share: they read a line for each scenario and answer with a line. */
export const {
  TOLLGATE_URL: url = '',
  TOLLGATE_SECURE_URL: secureUrl = '',
  TOLLGATE_PICTURE: picture = '',
  TOLLGATE_FORMAT: format = '',
} = process.env
export const QUESTION = 'Which is warmer: Paris or Rome?'
const WEATHER = { Paris: 'sunny, 21 degrees', Rome: 'sunny, 27 degrees' }
export const getWeather = ({ city }) => WEATHER[city] ?? 'unknown'

/** Plays scenarios by their names until the input ends; what one throws is what it came to. */
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
