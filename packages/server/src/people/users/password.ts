/** The hash of an unknown password, made with the runtime's default cost. */
const DECOY =
  '$argon2id$v=19$m=65536,t=2,p=1$CHMDB+fx4YBSsDI6qT7QtCaK0I3f3Art2FBb4H5edmc$VHC7mOAyN8WXc7fk1gnmV0ovS/gBcDHdyswBwAQQARg'

/** Hashes with argon2id at the runtime's default cost. */
export const hashPassword = (password: string): Promise<string> => Bun.password.hash(password)

/** Whether a hash was made here; others were imported from other gateways. */
export const isHashedHere = (hash: string): boolean => hash.startsWith('$argon2id$')

/**
 * Checks a password. Takes equally long without a hash, so that the time reveals neither whether the user exists nor
 * whether they have a password.
 */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const matches = await Bun.password.verify(password, hash || DECOY)
  return matches && Boolean(hash)
}
