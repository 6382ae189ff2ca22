type Ask = () => Promise<boolean>

/** A question to the user that a component answers. Several that ask at once ask once; nobody there to answer: no. */
export function askedOnce(): { answerWith(ask: Ask): void; ask: Ask } {
  let answer: Ask = async () => false
  let running: Promise<boolean> | undefined
  return {
    answerWith(ask) {
      answer = ask
    },
    ask() {
      running ??= answer().finally(() => {
        running = undefined
      })
      return running
    },
  }
}
