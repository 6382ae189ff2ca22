/** A response that was requested and has not begun. */
export interface PendingResponse {
  /** After an error it perhaps never begins: the error may be of the request, or of something else. */
  readonly isPending: 'no' | 'yes' | 'perhaps'
  /** Resolves when the next response may be requested: each needs a hold of its own. */
  readonly free: Promise<void>
  requested(): void
  begun(): void
  /** An error came. */
  doubted(): void
  /** Lets whoever waits go on: the session is over. */
  end(): void
}

export function pendingResponse(): PendingResponse {
  let isPending: PendingResponse['isPending'] = 'no'
  let free = Promise.withResolvers<void>()
  free.resolve()

  return {
    get isPending() {
      return isPending
    },
    get free() {
      return free.promise
    },
    requested() {
      isPending = 'yes'
      free = Promise.withResolvers()
    },
    begun() {
      isPending = 'no'
      free.resolve()
    },
    doubted() {
      if (isPending === 'yes') isPending = 'perhaps'
      free.resolve()
    },
    end: () => free.resolve(),
  }
}
