/** The hash of a password nobody has, made at the runtime's own cost. */
const DECOY =
  '$argon2id$v=19$m=65536,t=2,p=1$CHMDB+fx4YBSsDI6qT7QtCaK0I3f3Art2FBb4H5edmc$VHC7mOAyN8WXc7fk1gnmV0ovS/gBcDHdyswBwAQQARg'

/** argon2id at the runtime's own cost. */
export const hashPassword = (password: string): Promise<string> => Bun.password.hash(password)

/** Takes as long without a hash as with one, so that the time does not tell who exists or has a password. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const matches = await Bun.password.verify(password, hash || DECOY)
  return matches && Boolean(hash)
}
