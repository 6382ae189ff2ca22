import type { Look, SiteStatus, User } from '@tollgate/contract'

/** A look with nothing left open but the accent, whose colours are the palettes' own. */
export type WholeLook = Required<Omit<Look, 'accent'>> & Pick<Look, 'accent'>

/** What a user chose, or else what the site has. A status or user stored before there were looks has none. */
export function lookOf(status: Partial<SiteStatus> | null, user: Pick<User, 'setting'> | null): WholeLook {
  const { theme_density = 'comfortable', theme_radius = 'small', theme_font = 'system' } = status ?? {}
  return { density: theme_density, radius: theme_radius, font: theme_font, ...ownLook(user) }
}

/** What a user chose. The server writes the setting's text. */
export function ownLook(user: Pick<User, 'setting'> | null): Look {
  const { look = {} } = JSON.parse(user?.setting || '{}') as { look?: Look }
  return look
}
