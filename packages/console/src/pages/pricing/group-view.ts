export interface GroupView {
  /** The group whose prices are shown. */
  group: string
  ratio: number
  /** Description by usable group. */
  groups: Record<string, string>
  onView: (group: string) => void
}
