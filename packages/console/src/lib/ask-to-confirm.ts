type Ask = () => Promise<boolean>

let ask: Ask = async () => false
let running: Promise<boolean> | undefined

/** Says who asks the user to confirm that it is them. */
export function confirmWith(dialog: Ask): void {
  ask = dialog
}

/** Asks the user; resolves to whether they confirmed. Several calls at once ask once. */
export function askToConfirm(): Promise<boolean> {
  running ??= ask().finally(() => {
    running = undefined
  })
  return running
}
