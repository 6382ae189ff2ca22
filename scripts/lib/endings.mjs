const endings = []
let ending
const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

/** Registers a function that ends something. The last registered runs first, also on Ctrl-C. */
export function whenEnding(end) {
  if (endings.length === 0) listenForSignals()
  endings.push(end)
}

/** Ends everything that was started, once; a second call waits for the first. */
export function endEverything() {
  ending ??= endLastFirst()
  return ending
}

async function endLastFirst() {
  while (endings.length > 0) {
    try {
      await endings.pop()()
    } catch (error) {
      console.error(error)
    }
  }
}

function listenForSignals() {
  for (const [signal, exitCode] of Object.entries(exitCodes)) {
    process.once(signal, async () => {
      await endEverything()
      process.exit(exitCode)
    })
  }
}
