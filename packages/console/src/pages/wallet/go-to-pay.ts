/** Leaves for the provider's page, with the fields of a form where it wants one. */
export function goToPay(url: string, fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) postForm(url, fields)
  else location.assign(url)
}

/** Sends the browser to an address with the fields of a form, as if its user had filled it in. */
function postForm(address: string, fields: Record<string, string>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = address
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  // A page opened before payments were set up may not send forms to other sites; after a reload it may.
  document.addEventListener('securitypolicyviolation', () => location.reload(), { once: true })
  form.submit()
}
