import { StartError } from './environment.ts'

/** Opens a listener. Throws a `StartError` that says why the address is not available. */
export function listen<Running>(host: string, start: () => Running): Running {
  try {
    return start()
  } catch (error) {
    const { code = '', syscall } = error as { code?: string; syscall?: string }
    // For a name without an address, Bun reports an unrelated earlier error of its thread.
    const sentence = CANNOT_LISTEN[code] ?? (syscall === 'listen' || syscall === 'getaddrinfo' ? noAddress : undefined)
    throw sentence === undefined ? error : Object.assign(new StartError(sentence(host)), { cause: error })
  }
}

/** Returns whether a start failed because another program listens on the port. */
export const isPortTaken = (error: unknown): boolean =>
  error instanceof StartError && (error.cause as { code?: string } | undefined)?.code === 'EADDRINUSE'

const noAddress = (host: string) =>
  `HOST is ${host}, which is no address of this machine. Leave it out to listen on all of them.`

/** The sentence for each error code of the operating system. */
const CANNOT_LISTEN: Readonly<Record<string, (host: string) => string>> = {
  EADDRINUSE: () =>
    'The port is used by another program. Stop it, or choose another port with PORT; if it is Tollgate itself, --take-over takes it.',
  EACCES: () => 'This user may not open the port. Choose another with PORT, above 1023.',
  EADDRNOTAVAIL: noAddress,
  ERR_INVALID_ARG_TYPE: noAddress,
}
