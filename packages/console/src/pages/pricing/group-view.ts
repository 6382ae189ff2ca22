export interface GroupView {
  /** The group whose prices are shown. */
  group: string
  ratio: number
  /** Usable group to description. */
  groups: Record<string, string>
  onView: (group: string) => void
}
