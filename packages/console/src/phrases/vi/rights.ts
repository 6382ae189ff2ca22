import type { FurtherPhrases } from '../language-pack.ts'

export const rights: FurtherPhrases['rights'] = {
  intro: 'Who may do what, and who decided so. The super admin limits administrators here; it takes effect at once.',
  loadFailed: 'The rights could not be loaded',
  columns: { username: 'Username', rights: 'Rights', given: 'Decided by' },
  nobody: 'Nobody yet',
  root: 'Everything',
  all: 'All that an administrator may',
  none: 'Nothing beyond a user’s own pages',
  change: 'Change the rights',
  form: {
    title: 'Rights of “{{name}}”',
    may: 'They may do',
    only: 'Only what is ticked',
    hint: 'Rights to operate, edit and hold keys bring along the right to see.',
  },
}
