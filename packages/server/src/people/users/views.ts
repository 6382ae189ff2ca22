import { type CheckedInputOf, type calls, type ListName, type ListView, VIEWS_PER_USER_MAX } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Caller } from '../../platform/http/serve.ts'
import type { PeopleContext } from '../context.ts'
import { changeSetting } from './update-setting.ts'

/** Keeps a view of a list, in place of the caller's earlier one of that name. Returns the list's views. */
export const keepView = (
  context: PeopleContext,
  caller: Caller,
  { list, ...view }: CheckedInputOf<typeof calls.users.keepView>['body'],
): Promise<ListView[]> =>
  changeViews(context, caller, list, views =>
    views.some(({ name }) => name === view.name)
      ? views.map(one => (one.name === view.name ? view : one))
      : [...views, view],
  )

/** Deletes a view of a list, if the caller has it. Returns the list's other views. */
export const deleteView = (
  context: PeopleContext,
  caller: Caller,
  { list, name }: CheckedInputOf<typeof calls.users.deleteView>['query'],
): Promise<ListView[]> => changeViews(context, caller, list, views => views.filter(view => view.name !== name))

async function changeViews(
  context: PeopleContext,
  caller: Caller,
  list: ListName,
  change: (views: ListView[]) => ListView[],
): Promise<ListView[]> {
  let after: ListView[] = []
  await changeSetting(context, caller, setting => {
    const before = setting.views?.[list] ?? []
    after = change(before)
    const views = { ...setting.views, [list]: after }
    const isMore = after.length > before.length
    if (isMore && Object.values(views).flat().length > VIEWS_PER_USER_MAX)
      throw consoleError('views_too_many', { limit: VIEWS_PER_USER_MAX })
    return { ...setting, views }
  })
  return after
}
