import { dlopen, type FFIFunction } from 'bun:ffi'

/** Names of the C library: glibc and musl. */
const C_LIBRARIES = ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`]

/** Functions of Linux's C library. Returns null if the system is not Linux or its C library is unknown. */
export function loadLibc<Functions extends Record<string, FFIFunction>>(functions: Functions) {
  if (process.platform !== 'linux') return null
  for (const library of C_LIBRARIES) {
    try {
      return dlopen(library, functions).symbols
    } catch {
      // Try the next name.
    }
  }
  return null
}

/** Source: `AF_INET` and `AF_INET6` of Linux. */
export const IPV4 = 2
export const IPV6 = 10
